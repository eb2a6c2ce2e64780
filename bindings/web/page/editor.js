// The string with its errors underlined, and the links between the string, its parts and the picture.

const area = find("text-area");
const marks = find("marks");

const editor = {
  /** The string. Its line breaks can differ from those in the text area. */
  raw: "",
  places: new Places("", ""),
  onchange: () => {},

  get text() {
    return this.raw;
  },

  /** Replaces the string. If possible, Ctrl+Z restores the old string. */
  set(text, quiet = false) {
    if (text !== this.raw) {
      const focused = document.activeElement;
      area.focus({ preventScroll: true });
      area.select();
      const isDone = text.length < 20000 && document.execCommand("insertText", false, text);
      if (!isDone || area.value !== text.replace(/\r\n?/g, "\n")) area.value = text;
      if (focused !== area && focused?.isConnected && focused !== document.body) focused.focus({ preventScroll: true });
    }
    this.raw = text;
    if (!quiet) this.onchange();
  },

  /** Underlines errors. Also splits the text at the borders of parts and cells, so that these can be highlighted. */
  mark(spans, borders) {
    const text = area.value;
    const cuts = new Set([0, text.length, ...borders]);
    for (const { place } of spans) cuts.add(place[0]).add(place[1]);
    const offsets = [...cuts].filter((at) => at >= 0 && at <= text.length).sort((one, other) => one - other);
    const pieces = [];
    for (let index = 0; index < offsets.length; index += 1) {
      const [start, end] = [offsets[index], offsets[index + 1]];
      for (const { place, kind } of spans) {
        if (place[0] === place[1] && place[0] === start && kind === "error") pieces.push(make("i", { "data-at": start }));
      }
      if (end === undefined) break;
      const classes = spans.filter(({ place }) => place[0] <= start && place[1] >= end).map(({ kind }) => kind);
      const piece = make("span", classes.length ? { class: [...new Set(classes)].join(" ") } : {}, text.slice(start, end));
      [piece.start, piece.end] = [start, end];
      pieces.push(piece);
    }
    // After the last line break, there is another line, as in the text area.
    marks.replaceChildren(...pieces, "\u200b");
  },

  /** The offset of the character at a point of the window, or -1. */
  at(x, y) {
    const piece = document.elementsFromPoint(x, y).find((element) => element.parentElement === marks);
    return piece?.start ?? -1;
  },
};

area.addEventListener("input", () => {
  editor.raw = area.value;
  editor.onchange();
});

/** What is highlighted: a place in the string, its cells in the picture, and its rows in the list of parts. */
const links = {
  parts: [],
  cells: [],
  shapes: [],

  /** Sets the parts and the cells of the string. Their places are offsets in the editor. */
  set(parts, cells) {
    [this.parts, this.cells] = [parts, cells];
    this.lit = null;
    find("told").textContent = "";
  },

  /** Returns the smallest place that contains an offset. */
  around(offset) {
    const holds = ({ place }) => place !== null && place[0] <= offset && offset < place[1];
    const size = ({ place }) => place[1] - place[0];
    const all = [...this.parts.filter(holds), ...this.cells.filter(holds)];
    return all.reduce((best, one) => (best === null || size(one) < size(best) ? one : best), null);
  },

  light(place, { from } = {}) {
    const key = place === null ? "" : place.join();
    if (this.lit === key) return;
    this.lit = key;
    const touches = (other) => place !== null && other !== null && other[0] < place[1] && place[0] < other[1];
    for (const piece of marks.children) piece.classList.toggle("lit", touches([piece.start, piece.end]));
    this.cells.forEach(({ place: own, shape, square }) => {
      shape?.classList.toggle("lit", touches(own));
      square?.classList.toggle("lit", touches(own));
    });
    const inside = this.parts.filter(({ place: own }) => own !== null && touches(own) && own[0] >= place[0] && own[1] <= place[1]);
    const smallest = place === null ? null : this.parts.filter(({ place: own }) => own && own[0] <= place[0] && own[1] >= place[1])
      .reduce((best, one) => (best === null || one.place[1] - one.place[0] <= best.place[1] - best.place[0] ? one : best), null);
    const shown = new Set(inside.length > 0 ? inside : smallest ? [smallest] : []);
    for (const part of this.parts) part.row?.classList.toggle("lit", shown.has(part));
    for (const error of find("errors").querySelectorAll("li")) {
      error.classList.toggle("lit", place !== null && error.place !== undefined && error.place !== null && touches(error.place));
    }
    const first = [...shown][0];
    if (first?.row && from !== "parts") {
      const list = find("part-list");
      const top = first.row.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40) list.scrollTop = top - 60;
    }
    const told = [...shown].slice(0, 4).map((part) => part.says).join(" · ");
    const cut = place === null ? "" : shorten(visible(area.value.slice(...place)), 40);
    find("told").replaceChildren(...(place === null ? [] : [make("code", {}, cut), told ? ` ${told}` : ""]));
  },
};

const editorBox = document.querySelector(".editor");
editorBox.addEventListener("mousemove", (event) => {
  const offset = editor.at(event.clientX, event.clientY);
  links.light(offset < 0 ? null : (links.around(offset)?.place ?? null));
});
editorBox.addEventListener("mouseleave", () => links.light(null));
document.addEventListener("selectionchange", () => {
  if (document.activeElement !== area || area.value === "" || area.selectionStart !== area.selectionEnd) return;
  links.light(links.around(Math.min(area.selectionStart, area.value.length - 1))?.place ?? null);
});

/** Covers a picture with shapes. A shape is highlighted together with its place in the string. */
const overlay = (svg, cells) => {
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  // Small cells are drawn above large ones.
  const bySize = [...cells].sort((one, other) => other.box[2] * other.box[3] - one.box[2] * one.box[3]);
  for (const cell of bySize) {
    const [x, y, wide, high, isHexagon] = cell.box;
    const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const path = isHexagon
      ? `M${x} ${y + high / 2}l${wide / 4} ${-high / 2}h${wide / 2}l${wide / 4} ${high / 2}l${-wide / 4} ${high / 2}h${-wide / 2}z`
      : `M${x} ${y}h${wide}v${high}h${-wide}z`;
    shape.setAttribute("d", path);
    shape.setAttribute("class", "place");
    shape.addEventListener("mouseenter", () => links.light(cell.place));
    shape.addEventListener("mouseleave", () => links.light(null));
    shape.addEventListener("click", () => {
      // On the board of a game, a click chooses a move.
      if (find("raft").hidden) select(cell.place);
    });
    cell.shape = shape;
    group.append(shape);
  }
  svg.append(group);
};

/** Selects a place in the editor. */
const select = (place) => {
  if (place === null) return;
  area.focus();
  area.setSelectionRange(...place);
};

// The arrow keys move from cell to cell in the picture.
let here = null;
find("picture").addEventListener("keydown", (event) => {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const cells = links.cells.filter((cell) => cell.shape);
  if (step === undefined || cells.length === 0) return;
  event.preventDefault();
  const middle = ({ box: [x, y, wide, high] }) => [x + wide / 2, y + high / 2];
  let next = cells[0];
  if (here !== null && cells.includes(here)) {
    const [x, y] = middle(here);
    const cost = (cell) => {
      const [right, down] = [middle(cell)[0] - x, middle(cell)[1] - y];
      const along = right * step[0] + down * step[1];
      return along <= 1 ? Infinity : along + 3 * Math.abs(right * step[1] + down * step[0]);
    };
    next = cells.reduce((best, cell) => (cost(cell) < cost(best) ? cell : best), here);
  }
  here?.shape?.classList.remove("here");
  here = next;
  here.shape.classList.add("here");
  links.light(here.place);
});
find("picture").addEventListener("blur", () => {
  here?.shape?.classList.remove("here");
  here = null;
  links.light(null);
});
