// Tools for a string: moves in Race to the Raft, hints and solutions for Penguins Pool Party, and replays.

const raft = {
  /** The drawn tile that must be placed. It is not part of a state. */
  tile: null,
  /** The string of the state to which the tile belongs. */
  state: null,
  history: [],
  moves: [],

  async show() {
    if (editor.raw !== this.state) [this.tile, this.state] = [null, editor.raw];
    const answer = await engine.ask({ do: "moves", state: this.state, tile: this.tile });
    if (answer.stopped || editor.raw !== this.state) return;
    find("raft-undo").disabled = this.history.length === 0;
    find("raft-advice").textContent = "";
    if (answer.error !== undefined) {
      find("raft-outcome").textContent = answer.error;
      find("raft-moves").hidden = true;
      return;
    }
    const { moves, draws, outcome } = answer;
    const what = this.tile ? `place the fire tile ${this.tile}` : draws.length ? "draw six cards" : "place a card or move a cat";
    find("raft-outcome").textContent = outcome.name === "continues" ? `Next: ${what}.` : `${outcome.text}.`;
    find("raft-outcome").className = outcome.name === "won" ? "good-text" : outcome.name === "lost" ? "bad-text" : "";
    const listed = draws.map((draw) => ({ move: draw, of: "draws", squares: [], says: `draws ${draw}` }));
    this.moves = [...moves, ...listed];
    find("raft-moves").hidden = this.moves.length === 0;
    find("raft-play").disabled = find("raft-suggest").disabled = this.moves.length === 0;
    const groups = Map.groupBy(this.moves, ({ of }) => of);
    const name = (of) => (of.length === 1 ? `tile ${of}` : of.length === 2 ? `card ${of}` : of === "draws" ? "a draw" : `the ${of} cat`);
    const before = find("raft-of").value;
    find("raft-of").replaceChildren(...[...groups].map(([of, own]) => make("option", { value: of }, `${name(of)} (${own.length})`)));
    if (groups.has(before)) find("raft-of").value = before;
    this.list();
  },

  list(square = null) {
    const of = find("raft-of").value;
    const own = this.moves.filter((one) => one.of === of);
    const at = own.filter(({ squares }) => square !== null && squares.some((other) => other.join() === square));
    const listed = at.length > 0 ? at : own;
    find("raft-move").replaceChildren(...listed.slice(0, 2000).map(({ move, says }) => make("option", { value: move }, `${move}  ${says}`)));
    find("raft-move").selectedIndex = listed.length > 0 ? 0 : -1;
    find("raft-count").textContent = at.length > 0 ? `${count(at.length, "move")} at (${square.replace(",", ", ")})` : count(own.length, "move");
    this.preview();
  },

  /** Shows the squares of the chosen move on the board. */
  preview() {
    const svg = find("picture").querySelector("svg");
    svg?.querySelectorAll(".move").forEach((shape) => shape.remove());
    const move = this.moves.find((one) => one.move === find("raft-move").value);
    for (const square of move?.squares ?? []) {
      const tile = svg?.querySelector(`[data-square="${square.join()}"]`);
      if (!tile) continue;
      const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
      shape.setAttribute("d", tile.getAttribute("d"));
      shape.setAttribute("class", "place move");
      svg.append(shape);
    }
  },

  async act(move) {
    if (!move) return;
    const answer = await engine.ask({ do: "act", state: this.state, action: move, seed: seed() });
    if (answer.error !== undefined) {
      find("raft-advice").textContent = answer.error;
      return;
    }
    this.history.push([this.state, this.tile]);
    [this.state, this.tile] = [answer.state, answer.tile];
    find("raft-log").prepend(make("li", {}, answer.says));
    editor.set(answer.state);
  },
};
find("raft-of").addEventListener("change", () => raft.list());
find("raft-move").addEventListener("change", () => raft.preview());
find("raft-move").addEventListener("dblclick", () => raft.act(find("raft-move").value));
find("raft-move").addEventListener("keydown", (event) => {
  if (event.key === "Enter") raft.act(find("raft-move").value);
});
find("raft-play").addEventListener("click", () => raft.act(find("raft-move").value));
find("raft-undo").addEventListener("click", () => {
  [raft.state, raft.tile] = raft.history.pop();
  find("raft-log").firstChild?.remove();
  editor.set(raft.state);
});
find("raft-suggest").addEventListener("click", async () => {
  const answer = await engine.ask({ do: "suggest", state: raft.state, tile: raft.tile });
  if (answer.error !== undefined) return void (find("raft-advice").textContent = answer.error);
  const found = raft.moves.find(({ move }) => move === answer.move);
  if (found) {
    find("raft-of").value = found.of;
    raft.list();
    find("raft-move").value = found.move;
    raft.preview();
  }
  const ways = answer.ways.length ? ` ${answer.ways.map((way) => `${way[0].toUpperCase()}${way.slice(1)}.`).join(" ")}` : "";
  find("raft-advice").textContent = `${answer.move}: ${answer.says}, because ${answer.reason}.${ways}`;
});
find("picture").addEventListener("click", (event) => {
  if (find("raft").hidden) return;
  const square = document.elementsFromPoint(event.clientX, event.clientY).find((element) => element.dataset?.square)?.dataset.square;
  if (square === undefined) return;
  const cat = raft.moves.find(({ of, squares }) => of.length > 2 && squares[0]?.join() === square);
  if (cat) find("raft-of").value = cat.of;
  raft.list(square);
});

find("begin-game").addEventListener("click", async () => {
  const answer = await engine.ask({ do: "begin", challenge: editor.raw, seed: seed() });
  if (answer.error !== undefined) return void (find("note").textContent = answer.error);
  raft.history = [[editor.raw, null]];
  find("raft-log").replaceChildren();
  find("kind").value = "";
  editor.set(answer.state);
});

const pool = {
  answer: null,
  async show() {
    const text = editor.raw;
    const answer = await engine.ask({ do: "penguins", state: text });
    if (answer.stopped || editor.raw !== text) return;
    this.answer = answer;
    find("penguins-answer").replaceChildren();
    const told = answer.error ?? `${count(answer.count, "solution")}; difficulty ${answer.hardness} of 4; ${count(answer.moves.length, "block placement")} possible now.`;
    find("penguins-count").textContent = told;
    find("penguins-hint").disabled = answer.error !== undefined;
    find("penguins-solve").disabled = answer.error !== undefined || answer.count === 0;
    find("penguins-solve").textContent = answer.count > 1 ? "Show the solutions" : "Show the solution";
  },
};
find("penguins-hint").addEventListener("click", () => {
  const { hint, why } = pool.answer;
  if (hint === null) return find("penguins-answer").replaceChildren(make("p", {}, `${why}.`));
  const place = make("button", { type: "button", class: "main", onclick: () => editor.set(hint.state) }, `Place ${hint.placement}`);
  find("penguins-answer").replaceChildren(
    make("p", {}, make("strong", {}, `Place ${hint.placement}: `), hint.reason),
    hint.steps.length ? make("ol", {}, ...hint.steps.map((step) => make("li", {}, step))) : "", place,
    make("div", { class: "pictures" }, make("figure", {}, markup(hint.svg))));
});
find("penguins-solve").addEventListener("click", () => {
  const figures = pool.answer.solutions.map(({ text, svg }) => make("figure", {}, make("figcaption", {}, text), markup(svg)));
  const more = pool.answer.count - figures.length;
  find("penguins-answer").replaceChildren(make("div", { class: "pictures" }, ...figures), more > 0 ? make("p", {}, `and ${more} more`) : "");
});

const replay = {
  turns: [],
  turn: 0,
  timer: null,
  async show(kind) {
    this.stop();
    const text = editor.raw;
    const answer = await engine.ask({ do: "replay", kind, text });
    if (answer.error !== undefined || answer.stopped || editor.raw !== text) return;
    this.turns = answer.turns;
    find("replay-title").textContent = answer.title;
    find("replay-summary").textContent = answer.summary;
    find("turn").max = this.turns.length - 1;
    find("replay-moves").replaceChildren(...this.turns.map(({ caption }, turn) =>
      make("li", {}, make("button", { type: "button", onclick: () => this.go(turn) }, caption || `turn ${turn}`))));
    this.go(0);
  },
  async go(wanted) {
    const turn = Math.min(Math.max(wanted, 0), this.turns.length - 1);
    this.turn = turn;
    const last = this.turns.length - 1;
    if (turn === last) this.stop();
    find("turn").value = turn;
    find("turn").setAttribute("aria-valuetext", `turn ${turn} of ${last}`);
    find("turn-shown").textContent = `${turn} / ${last}`;
    find("replay-caption").textContent = [this.turns[turn].caption, ...this.turns[turn].notes].join(" · ");
    find("replay-first").disabled = find("replay-back").disabled = turn === 0;
    find("replay-next").disabled = find("replay-last").disabled = turn === last;
    [...find("replay-moves").children].forEach((item, index) => {
      if (index === turn) {
        item.firstChild.setAttribute("aria-current", "step");
        find("replay-moves").scrollTop = item.offsetTop - find("replay-moves").clientHeight / 2;
      } else item.firstChild.removeAttribute("aria-current");
    });
    const { svg } = await engine.ask({ do: "frame", turn });
    if (svg !== undefined && turn === this.turn) find("picture").replaceChildren(markup(svg));
  },
  stop() {
    clearInterval(this.timer);
    this.timer = null;
    find("replay-play").textContent = "Play";
  },
  toggle() {
    if (this.timer !== null) return this.stop();
    if (this.turn === this.turns.length - 1) this.go(0);
    find("replay-play").textContent = "Pause";
    this.timer = setInterval(() => this.go(this.turn + 1), 1000);
  },
};
find("replay-play").addEventListener("click", () => replay.toggle());
for (const [id, to] of [["first", () => 0], ["back", () => replay.turn - 1], ["next", () => replay.turn + 1], ["last", () => replay.turns.length - 1]]) {
  find(`replay-${id}`).addEventListener("click", () => replay.go(to()));
}
find("turn").addEventListener("input", () => replay.go(Number(find("turn").value)));
