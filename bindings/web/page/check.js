// The answer about one string: verdict, errors, picture and parts.

const kindOf = () => find("kind").value || null;
/** The kinds by name, as described by the engine. */
let kinds = {};
/** The latest answer. */
let shown = null;

const markup = (html) => {
  const element = document.createElement("template");
  element.innerHTML = html;
  return element.content;
};

const isMultiline = (kind) => ["board", "region", "penguins-board", "polyomino"].includes(kind);

const verdict = (answer) => {
  const { result, about, fits } = answer;
  const errors = result.diagnostics.filter(({ severity }) => severity === "error");
  const warnings = result.diagnostics.length - errors.length;
  const onlyCanon = errors.length > 0 && errors.every((error) => error.class === "canon");
  const box = find("verdict");
  box.className = !result.ok ? (onlyCanon ? "warn" : "bad") : warnings ? "warn" : "good";
  const kind = result.kind === null ? null : make("span", {}, make("code", {}, result.kind), ` · ${about}`);
  let title = result.ok ? "Valid" : `Not valid: ${count(errors.length || warnings, errors.length ? "error" : "warning")}`;
  if (result.kind === null) title = "The kind is not clear";
  else if (onlyCanon) title = "Only the order or the spelling is wrong";
  else if (result.ok && warnings) title = `Valid, with ${count(warnings, "warning")}`;
  const buttons = fits.map((fit) => make("button", { type: "button", onclick: () => choose(fit) }, `Read as ${fit}`));
  if (result.fixed !== undefined) {
    buttons.push(make("button", { type: "button", class: "main", id: "repair", onclick: () => editor.set(result.fixed) }, "Repair"));
  }
  if (result.canonical !== null && result.canonical !== editor.raw && result.canonical !== result.fixed) {
    const use = () => editor.set(result.canonical);
    buttons.push(make("button", { type: "button", class: result.ok || result.fixed ? "" : "main", id: "canonical", onclick: use }, "Use the canonical string"));
  }
  box.replaceChildren(make("div", { class: "says" }, make("strong", {}, title), kind ?? ""), ...buttons);
  box.hidden = false;
};

const choose = (kind) => {
  find("kind").value = kind;
  update();
};

/** Describes a fix as the label of a button. */
const fixLabel = (error, text) => {
  const { start, end, text: to, safe } = error.fix;
  const bytes = new TextEncoder().encode(text);
  const old = visible(new TextDecoder().decode(bytes.slice(start, end)));
  const what = shorten(visible(to), 30);
  const does = start === end ? `Insert ${what}` : to === "" ? `Remove ${shorten(old, 30)}`
    : old.length > 30 || what.length > 30 ? `Repair: ${what}` : `Replace ${old} with ${what}`;
  return safe ? does : `Did you mean this? ${does}`;
};

const errorList = ({ result, carets, lessons }) => {
  const list = find("errors");
  list.hidden = result.diagnostics.length === 0;
  const blocks = carets.split(/\n(?=(?:error|warning)\[)/);
  const items = result.diagnostics.slice(0, 40).map((error, index) => {
    const place = editor.places.of(error.span, error.part);
    const lesson = lessons[error.code];
    // The first line of a block is the message, and the button already shows the help.
    const block = blocks.length === result.diagnostics.length ? blocks[index] : "";
    const lines = block.split("\n").slice(1).filter((line) => !/^\s*(\|?\s*$|--> )/.test(line));
    let button = null;
    if (error.fix !== null) {
      const source = error.part === undefined ? editor.raw : JSON.parse(editor.raw)[error.part];
      const apply = () => editor.set(fixed(editor.raw, error.fix, error.part));
      button = make("button", { type: "button", class: `fix${error.fix.safe ? " main" : ""}`, onclick: apply }, fixLabel(error, source));
    }
    const item = make("li", { class: error.severity },
      make("span", { class: "number", "aria-hidden": "true" }, String(index + 1)),
      make("div", {}, make("div", { class: "message" }, error.message),
      lines.length > 0 ? make("pre", { "aria-hidden": "true" }, lines.join("\n").replace(/\n?help: [^\n]*$/, "")) : null,
      button,
      make("details", {},
        make("summary", {}, "Why? ", make("span", { class: "code" }, error.code)),
        make("p", {}, `${lesson.rule} ${lesson.reason}`), make("p", {}, lesson.repair))));
    item.place = place;
    item.addEventListener("mouseenter", () => links.light(place));
    item.addEventListener("mouseleave", () => links.light(null));
    return item;
  });
  const more = result.diagnostics.length - items.length;
  if (more > 0) items.push(make("li", {}, make("span"), `and ${count(more, "more error")}`));
  list.replaceChildren(make("ol", {}, ...items));
};

const partList = (parts) => {
  find("parts").hidden = parts.length === 0;
  const rows = parts.slice(0, 600).map((part) => {
    const [start, end] = part.place ?? [0, 0];
    const at = part.span.line > 1 ? `${part.span.line}:${part.span.column}` : end > start + 1 ? `${start + 1}–${end}` : `${start + 1}`;
    part.row = make("button", {
      type: "button",
      onfocus: () => links.light(part.place, { from: "parts" }), onblur: () => links.light(null),
      onmouseenter: () => links.light(part.place, { from: "parts" }), onmouseleave: () => links.light(null),
      onclick: () => select(part.place),
    }, make("span", { class: "at" }, at), make("span", { class: "mono" }, shorten(visible(part.text), 24)),
      make("span", { class: "says" }, make("b", {}, part.name), ` ${part.meaning}`));
    return make("li", {}, part.row);
  });
  find("part-list").replaceChildren(...rows);
};

/** Shows the answer about the string in the editor. */
const show = (answer) => {
  shown = answer;
  const { result, svg } = answer;
  const places = new Places(editor.raw, area.value);
  editor.places = places;
  const parts = answer.parts.map((part) => ({
    ...part, place: places.of(part.span, part.part), says: `${part.name}: ${part.meaning}`,
  }));
  const cells = answer.cells.map(([x, y, wide, high, isHexagon, start, end, part]) => ({
    box: [x, y, wide, high, isHexagon], place: places.of({ start, end }, part), bytes: [start, end],
  }));
  links.set(parts, cells);
  const spans = [];
  for (const { span, part, severity, related } of result.diagnostics.slice(0, 256)) {
    spans.push({ place: places.of(span, part), kind: severity });
    for (const other of related) spans.push({ place: places.of(other.span, other.part), kind: "related" });
  }
  const all = [...parts, ...cells].slice(0, 4000).map(({ place }) => place ?? []).flat();
  editor.mark(spans.filter(({ place }) => place !== null), all);
  verdict(answer);
  errorList(answer);
  partList(parts);
  find("figure").hidden = svg === null;
  find("figure-title").textContent = answer.is_repaired ? "Picture after the repair" : "Picture";
  find("picture").replaceChildren(svg === null ? "" : markup(svg));
  const picture = find("picture").querySelector("svg");
  if (picture) overlay(picture, cells);
  find("about").hidden = result.kind === null;
  if (find("about").dataset.kind !== result.kind) {
    find("about").dataset.kind = result.kind ?? "";
    find("about-text").replaceChildren();
    if (find("about").open) describeKind();
  }
};

/** Shows the page about the kind. The page uses only a few elements of Markdown. */
const describeKind = async () => {
  const kind = find("about").dataset.kind;
  if (kind === "" || find("about-text").childElementCount > 0) return;
  const { page } = await engine.ask({ do: "kind", kind });
  const inline = (text) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").split("`")
    .map((piece, index) => (index % 2 === 1 ? make("code", {}, piece) : piece));
  const blocks = page.split(/\n\n+/).map((block) => {
    if (block.startsWith("```")) return make("pre", {}, block.replace(/^```\w*\n|\n?```$/g, ""));
    if (block.startsWith("#")) return make("h3", {}, ...inline(block.replace(/^#+ /, "")));
    if (block.startsWith("- ")) return make("ul", {}, ...block.slice(2).split(/\n- /).map((item) => make("li", {}, ...inline(item))));
    if (block.startsWith("|") || / = /.test(block)) return make("pre", {}, block);
    return make("p", {}, ...inline(block));
  });
  find("about-text").replaceChildren(...blocks);
};
find("about").addEventListener("toggle", describeKind);

/** Compares the string with the expected one. */
const compare = async () => {
  const expected = find("expected").value;
  const box = find("differences");
  if (find("compare").hidden || expected === "" || editor.raw === "") return box.replaceChildren();
  const answer = await engine.ask({ do: "compare", kind: kindOf(), expected, actual: editor.raw });
  if (answer.error !== undefined) return box.replaceChildren(make("p", { class: "bad-text" }, answer.error));
  const { differences, identical, pictures } = answer;
  const title = identical ? "Identical" : differences.length === 0 ? "Equal, but spelled differently" : count(differences.length, "difference");
  const quoted = (text) => (text === null ? "nothing" : make("code", {}, shorten(visible(text), 60)));
  const rows = differences.slice(0, 50).map(({ part, place, expected: wanted, actual }) =>
    make("li", {}, part === null ? "" : `part ${part + 1} `, place, " expected ", quoted(wanted), ", found ", quoted(actual)));
  const figures = differences.length === 0 ? [] : ["expected", "found"].map((name, index) =>
    make("figure", {}, make("figcaption", {}, name), markup(pictures[index])));
  box.replaceChildren(make("p", { class: differences.length ? "bad-text" : "good-text" }, make("strong", {}, title)),
    make("ol", {}, ...rows), make("div", { class: "pictures" }, ...figures));
};
