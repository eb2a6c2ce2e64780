// A region drawn with the mouse or the keyboard, and its tilings.

/** The maximum number of tilings that a search keeps. */
const KEPT = 500;
/** The letters of the twelve pentominoes, in the order of their colours. The colours are also used for other pieces. */
const LETTERS = "FILNPTUVWXYZ";
const COLOURS = ["#8ecae6", "#f4a261", "#a7c957", "#e5989b", "#cdb4db", "#ffd166", "#84dcc6", "#d4a373", "#90a8ed", "#e0aaff", "#b7d3a8", "#ffadad"];

const tilings = {
  rows: [],
  found: [],
  at: 0,
  text: null,

  /** Shows the region of the string as a grid, unless it is too large. */
  show() {
    const size = /^(\d+)x(\d+)$/i.exec(editor.raw);
    this.rows = size ? Array.from({ length: Number(size[1]) }, () => ".".repeat(Number(size[2]))) : editor.raw.replace(/\n$/, "").split("\n");
    if (this.text !== editor.raw) this.forget();
    this.text = editor.raw;
    const columns = this.rows[0].length;
    const isSmall = this.rows.length <= 30 && columns <= 30;
    find("grid").hidden = find("grid-help").hidden = !isSmall;
    find("figure").hidden = isSmall;
    find("region-rows").value = this.rows.length;
    find("region-columns").value = columns;
    if (isSmall) this.draw();
  },

  draw() {
    const grid = find("grid");
    const focused = document.activeElement?.dataset?.at;
    const columns = this.rows[0].length;
    grid.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
    grid.style.setProperty("--columns", columns);
    const tiling = this.found[this.at];
    const owner = (row, column) => tiling?.owners[row * columns + column] ?? -1;
    grid.replaceChildren(...this.rows.map((line, row) => make("div", { role: "row" }, ...[...line].map((letter, column) => {
      const piece = owner(row, column);
      const says = letter === "#" ? "hole" : piece >= 0 ? `piece ${tiling.letters[piece]}` : letter === "." ? "open" : `reserved for ${letter}`;
      const cell = make("div", {
        role: "gridcell", tabindex: "-1", "data-at": `${row},${column}`, "aria-label": `row ${row}, column ${column}: ${says}`,
        class: letter === "#" ? "hole" : piece >= 0 ? "piece" : "",
      }, piece >= 0 ? tiling.letters[piece] : letter === "." || letter === "#" ? "" : letter);
      if (piece >= 0) {
        const letter = tiling.letters[piece];
        const known = LETTERS.indexOf(letter);
        cell.style.background = COLOURS[known >= 0 ? known : letter.codePointAt(0) % COLOURS.length];
        if (row > 0 && owner(row - 1, column) !== piece) cell.classList.add("top");
        if (column > 0 && owner(row, column - 1) !== piece) cell.classList.add("left");
      }
      return cell;
    }))));
    const start = [...grid.querySelectorAll("[data-at]")];
    (start.find((cell) => cell.dataset.at === focused) ?? start[0]).tabIndex = 0;
    if (focused !== undefined) start.find((cell) => cell.dataset.at === focused)?.focus();
    // If the string has a character for each square, each square is highlighted together with its character.
    const bySquare = new Map(start.map((cell) => [cell.dataset.at, cell]));
    if (!/^\d/.test(editor.raw)) {
      let offset = 0;
      const cells = this.rows.flatMap((line, row) => {
        const from = offset;
        offset += line.length + 1;
        return [...line].map((_, column) => ({ place: [from + column, from + column + 1], square: bySquare.get(`${row},${column}`) }));
      });
      links.cells = cells;
      for (const { place, square } of cells) square.place = place;
    }
  },

  /** Changes a square, but not yet the string in the editor. */
  put(cell, letter) {
    const [row, column] = cell.dataset.at.split(",").map(Number);
    if (this.rows[row][column] === letter) return;
    this.rows[row] = this.rows[row].slice(0, column) + letter + this.rows[row].slice(column + 1);
    cell.className = letter === "#" ? "hole" : "";
    cell.removeAttribute("style");
    cell.textContent = letter === "." || letter === "#" ? "" : letter;
    this.isChanged = true;
  },

  /** Writes the region into the editor. */
  commit() {
    if (!this.isChanged) return;
    this.isChanged = false;
    const isWhole = this.rows.every((row) => /^\.+$/.test(row));
    this.forget();
    editor.set(isWhole ? `${this.rows.length}x${this.rows[0].length}` : this.rows.join("\n"));
  },

  resize() {
    const bounded = (id) => Math.min(Math.max(Math.trunc(Number(find(id).value)) || 1, 1), 30);
    const [rows, columns] = [bounded("region-rows"), bounded("region-columns")];
    this.rows = Array.from({ length: rows }, (_, row) => (this.rows[row] ?? "").slice(0, columns).padEnd(columns, "."));
    this.isChanged = true;
    this.commit();
  },

  forget() {
    [this.found, this.at] = [[], 0];
    find("tilings-told").textContent = "";
    find("tilings-steps").hidden = true;
    if (!find("tilings-progress").hidden) searching?.stop();
  },

  tell(text) {
    find("tilings-told").textContent = text;
  },

  /** Prepares the search. Returns null if there is nothing to search. */
  async prepare() {
    this.forget();
    const engine = searcher();
    const puzzle = await engine.ask({
      do: "puzzle", region: this.text, pieces: find("pieces").value, one_sided: find("one-sided").checked, at_most: find("at-most").checked,
    });
    if (puzzle.stopped) return null;
    const why = puzzle.error ?? (puzzle.obstruction ? `No tiling: ${puzzle.obstruction}.` : null);
    if (why !== null) this.tell(why);
    return why === null ? { engine, puzzle } : null;
  },

  /** Runs a search and shows its progress. */
  async search(run) {
    const prepared = await this.prepare();
    if (prepared === null) return;
    const bar = find("tilings-progress").firstChild;
    bar.value = 0;
    find("tilings-progress").hidden = false;
    find("tilings").setAttribute("aria-busy", "true");
    const { engine, puzzle } = prepared;
    engine.progress = (done, of) => (bar.value = done / of);
    await run(engine, puzzle, bar);
    find("tilings-progress").hidden = true;
    find("tilings").removeAttribute("aria-busy");
  },

  find() {
    return this.search(async (engine, { branches, searched }, bar) => {
      if (!searched) return this.tell("This region is too large to list tilings; they can be counted.");
      let end = "";
      for (let branch = 0; branch < branches && this.found.length < KEPT; branch += 1) {
        const answer = await engine.ask({ do: "search", branch, limit: KEPT - this.found.length });
        if (answer.stopped || answer.error !== undefined) {
          end = answer.error ?? " found so far; stopped";
          break;
        }
        const isFirst = this.found.length === 0 && answer.tilings.length > 0;
        this.found.push(...answer.tilings);
        bar.value = Math.max((branch + 1) / branches, this.found.length / KEPT);
        if (isFirst) this.step(0);
        if (answer.tilings.length > 0) this.tell(`${count(this.found.length, "tiling")} …`);
      }
      if (this.found.length >= KEPT) end = " shown; there may be more";
      const none = end === "" ? "No tiling: all possibilities were tried." : `No tiling${end}.`;
      this.tell(this.found.length === 0 ? none : `${count(this.found.length, "tiling")}${end} (rotations and reflections are not listed).`);
      if (this.found.length > 0) this.step(this.at);
    });
  },

  step(wanted) {
    this.at = Math.min(Math.max(wanted, 0), this.found.length - 1);
    find("tilings-steps").hidden = this.found.length === 0;
    find("tiling").max = this.found.length;
    find("tiling").value = this.at + 1;
    find("tiling-shown").textContent = `${this.at + 1} / ${this.found.length}`;
    find("tiling-back").disabled = this.at === 0;
    find("tiling-next").disabled = this.at === this.found.length - 1;
    this.draw();
  },

  count() {
    return this.search(async (engine, puzzle, bar) => {
      let [distinct, all, end] = [0n, 0n, ""];
      const inOneGo = puzzle.in_one_go ? await engine.ask({ do: "count-all" }) : { error: "" };
      if (inOneGo.error === undefined && !inOneGo.stopped) [distinct, all] = [BigInt(inOneGo.distinct), BigInt(inOneGo.all)];
      else if (inOneGo.stopped) end = " so far; stopped";
      else if (!puzzle.searched) return this.tell(`The tilings cannot be counted here: ${inOneGo.error}.`);
      else {
        for (let branch = 0; branch < puzzle.branches; branch += 1) {
          const answer = await engine.ask({ do: "count", branch });
          if (answer.stopped || answer.error !== undefined) {
            end = ` so far; ${answer.error ?? "stopped"}`;
            break;
          }
          distinct += BigInt(answer.distinct);
          all += BigInt(answer.all);
          bar.value = (branch + 1) / puzzle.branches;
          this.tell(`${all.toLocaleString("en")} …`);
        }
      }
      this.tell(`${count(distinct, "distinct tiling")}, ${all.toLocaleString("en")} in all${end}.`);
    });
  },

  hint() {
    return this.search(async (engine) => {
      const answer = await engine.ask({ do: "hint" });
      if (answer.stopped) return this.tell("Stopped.");
      if (answer.squares === undefined) return this.tell(`${answer.why ?? answer.error}.`);
      const columns = this.rows[0].length;
      const cells = find("grid").querySelectorAll("[data-at]");
      for (const at of answer.squares) cells[at].classList.add("lit");
      const places = answer.squares.map((at) => `(${Math.trunc(at / columns)}, ${at % columns})`).join(" ");
      this.tell(`Place ${answer.letter} on ${places}: ${answer.reason}`);
    });
  },
};

const grid = find("grid");
let brush = null;
grid.addEventListener("pointerdown", (event) => {
  const cell = event.target.closest("[data-at]");
  if (cell === null || event.button !== 0) return;
  event.preventDefault();
  cell.focus();
  const [row, column] = cell.dataset.at.split(",").map(Number);
  brush = tilings.rows[row][column] === "#" ? "." : "#";
  tilings.put(cell, brush);
});
grid.addEventListener("pointermove", (event) => {
  if (brush === null) return;
  const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("#grid [data-at]");
  if (cell) tilings.put(cell, brush);
});
addEventListener("pointerup", () => {
  if (brush === null) return;
  brush = null;
  tilings.commit();
});
grid.addEventListener("keydown", (event) => {
  const cell = event.target.closest("[data-at]");
  if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
  const [row, column] = cell.dataset.at.split(",").map(Number);
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (step) {
    event.preventDefault();
    grid.querySelector(`[data-at="${row + step[0]},${column + step[1]}"]`)?.focus();
    return;
  }
  const isLetter = /^[a-zA-FILNPT-Z]$/.test(event.key);
  if (event.key !== " " && event.key !== "Delete" && !isLetter) return;
  event.preventDefault();
  const was = tilings.rows[row][column];
  tilings.put(cell, event.key === " " ? (was === "#" ? "." : "#") : isLetter ? event.key : ".");
  tilings.commit();
});
grid.addEventListener("focusin", (event) => {
  for (const cell of grid.querySelectorAll('[tabindex="0"]')) cell.tabIndex = -1;
  event.target.tabIndex = 0;
  if (event.target.place) links.light(event.target.place);
});
grid.addEventListener("mouseover", (event) => links.light(event.target.place ?? null));
grid.addEventListener("mouseleave", () => links.light(null));
for (const id of ["region-rows", "region-columns"]) find(id).addEventListener("change", () => tilings.resize());
for (const id of ["pieces", "at-most", "one-sided"]) {
  find(id).addEventListener("change", () => {
    tilings.forget();
    tilings.draw();
  });
}
find("tilings-find").addEventListener("click", () => tilings.find());
find("tilings-count").addEventListener("click", () => tilings.count());
find("tilings-hint").addEventListener("click", () => tilings.hint());
find("tilings-stop").addEventListener("click", () => searching.stop());
find("tiling-back").addEventListener("click", () => tilings.step(tilings.at - 1));
find("tiling-next").addEventListener("click", () => tilings.step(tilings.at + 1));
find("tiling").addEventListener("input", () => tilings.step(Number(find("tiling").value) - 1));
