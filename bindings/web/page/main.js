// Connects the parts of the page. The string is checked whenever it changes, and is kept in the address.

/** The maximum length of the fragment in the address. A string that would need more is not written into the address. */
const LONGEST_LINK = 20000;
/** The minimum number of milliseconds between two changes of the address. Safari allows 100 changes in 30 seconds. */
const ADDRESS_PAUSE = 400;
/** Milliseconds after which the user can stop a check. */
const PATIENCE = 1500;

let isChecking = false;
let isStale = false;

/** Checks the string in the editor. If it changes during a check, the latest string is checked after that. */
const update = async () => {
  isStale = true;
  if (isChecking) return;
  isChecking = true;
  try {
    await checkUntilFresh();
  } finally {
    isChecking = false;
  }
  remember();
  compare();
};

const checkUntilFresh = async () => {
  while (isStale) {
    isStale = false;
    const text = editor.raw;
    find("size").textContent = text === "" ? "" : count([...text].length, "character");
    find("as-lines").hidden = !/\S\s*\n\s*\S/.test(text);
    // An empty string has a kind only if it was chosen.
    const isEmpty = text === "" && kindOf() === null;
    find("welcome").hidden = !isEmpty || !find("table").hidden;
    document.querySelector("main").classList.toggle("single", isEmpty);
    if (isEmpty) {
      for (const id of ["verdict", "errors", "parts", "figure", "about"]) find(id).hidden = true;
      editor.mark([], []);
      tools(null);
      clowder.answered = text;
      continue;
    }
    // The old marks would be in incorrect places.
    editor.mark([], []);
    const begun = performance.now();
    const late = setTimeout(() => {
      const stop = make("button", { type: "button", onclick: () => engine.stop() }, "Stop");
      find("note").replaceChildren("This string takes long. ", stop);
    }, PATIENCE);
    const answer = await engine.ask({ do: "check", kind: kindOf(), text });
    clearTimeout(late);
    if (isStale) continue;
    find("note").textContent = answer.stopped ? "The check was stopped." : (answer.error ?? "");
    if (answer.result === undefined) continue;
    show(answer);
    tools(answer.result);
    clowder.took = performance.now() - begun;
    clowder.answered = text;
  }
};
editor.onchange = update;

/** Shows the tools for a kind of string. */
const tools = (result) => {
  const kind = result === null || result.canonical === null ? null : result.kind;
  const isUsable = result !== null && result.diagnostics.every((one) => one.severity !== "error" || one.class === "canon");
  const wanted = isUsable ? {
    state: "raft", challenge: "begin", "penguins-challenge": "penguins", "penguins-state": "penguins", region: "tilings",
    "raft-record": "replay", "game-record": "replay",
  }[kind] : undefined;
  for (const id of ["raft", "begin", "penguins", "tilings", "replay"]) find(id).hidden = id !== wanted;
  if (wanted !== "replay") replay.stop();
  if (wanted === "raft") raft.show();
  if (wanted === "penguins") pool.show();
  if (wanted === "tilings") tilings.show();
  if (wanted === "replay") replay.show(kind);
};

const address = () => {
  const fields = new URLSearchParams();
  if (kindOf() !== null) fields.set("kind", kindOf());
  if (editor.raw !== "") fields.set("text", editor.raw);
  if (!find("compare").hidden && find("expected").value !== "") fields.set("expected", find("expected").value);
  const hash = fields.toString();
  return hash.length > LONGEST_LINK ? null : hash;
};

let remembered = "";
let pause = null;
/** Writes the string into the address, but not after every keystroke. */
const remember = () => {
  pause ??= setTimeout(rememberNow, ADDRESS_PAUSE);
};
const rememberNow = () => {
  clearTimeout(pause);
  pause = null;
  const hash = address();
  find("link").disabled = hash === null;
  find("link").title = hash === null ? "The string is too long for a link" : "";
  remembered = hash ?? "";
  history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
};

/** Reads the string from the address. */
const fromAddress = () => {
  const hash = location.hash.slice(1);
  if (hash === remembered && hash !== "") return;
  const fields = new URLSearchParams(hash.replace(/\+/g, "%20"));
  const kind = fields.get("kind");
  find("kind").value = kind in kinds ? kind : "";
  find("expected").value = fields.get("expected") ?? "";
  showComparison(find("expected").value !== "");
  const text = fields.get("text") ?? "";
  editor.raw = text;
  area.value = text;
  update();
};
addEventListener("hashchange", fromAddress);

const showComparison = (isShown) => {
  find("compare").hidden = !isShown;
  find("compare-open").setAttribute("aria-expanded", String(isShown));
};
find("compare-open").addEventListener("click", () => {
  showComparison(find("compare").hidden);
  if (!find("compare").hidden) find("expected").focus();
  update();
});
find("expected").addEventListener("input", () => {
  compare();
  remember();
});
find("kind").addEventListener("change", update);
find("clear").addEventListener("click", () => {
  find("table").hidden = true;
  find("kind").value = "";
  find("expected").value = "";
  showComparison(false);
  editor.set("");
  area.focus();
});
find("link").addEventListener("click", async () => {
  rememberNow();
  try {
    await navigator.clipboard.writeText(location.href);
    find("note").textContent = "The link was copied.";
  } catch {
    find("note").textContent = "The link is in the address bar.";
  }
});

const themes = ["auto", "light", "dark"];
const setTheme = (theme) => {
  document.documentElement.dataset.theme = theme;
  find("theme").textContent = `Theme: ${theme}`;
  try {
    localStorage.setItem("clowder-theme", theme);
  } catch {
    // A page opened from disk may have no storage.
  }
};
find("theme").addEventListener("click", () => setTheme(themes[(themes.indexOf(document.documentElement.dataset.theme) + 1) % 3]));

/** The examples on the welcome screen. Each has a name and a string. */
const STARTS = [
  ["a challenge", "LNSNLASAF000300060012001506030903C000093030341203R11215"],
  ["a challenge with errors", "LNSNF0003C00104R112O3"],
  ["a penguin puzzle", "20113123"],
  ["a board copied from Java", 'String[] rows = {"fffgybgyp", "fffrbGbyr", "fffpgybrr", "fffbybgyp", "fffbrgygg", "fffybpbry", "bbggrgyrr", "ygrpybpby", "prpgbybyr", "bgyryybwp", "yrbpgwowb", "rgybpwwwg"};'],
  ["a region to tile", "6x10"],
];

const addExamples = (label, list) => {
  const options = list.map(([name, text]) => make("option", { value: JSON.stringify([name, text]) }, name));
  find("examples").append(make("optgroup", { label }, ...options));
};

const begin = async () => {
  try {
    setTheme(localStorage.getItem("clowder-theme") ?? "auto");
  } catch {
    // Use the system's theme.
  }
  const start = await engine.ask({ do: "start" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(start.style);
  document.adoptedStyleSheets = [sheet];
  kinds = Object.fromEntries(start.kinds.map((kind) => [kind.name, kind]));
  const domains = Map.groupBy(start.kinds, ({ about }) => (about.includes(": ") ? about.split(": ")[0] : "polyominoes"));
  for (const [domain, own] of domains) {
    const options = own.map(({ name, about }) => make("option", { value: name, title: about }, name));
    find("kind").append(make("optgroup", { label: domain }, ...options));
  }
  addExamples("kinds", start.kinds.map(({ name, example }) => [name, example]));
  find("examples").addEventListener("change", () => {
    const [name, text] = JSON.parse(find("examples").value || '["",""]');
    find("kind").value = name in kinds ? name : "";
    find("examples").value = "";
    find("table").hidden = true;
    editor.set(text);
  });
  const record = start.kinds.find(({ name }) => name === "raft-record").example;
  const state = start.kinds.find(({ name }) => name === "state").example;
  for (const [name, text] of [...STARTS, ["a state to play", state], ["a saved game", record]]) {
    find("starts").append(make("li", {}, make("button", { type: "button", onclick: () => editor.set(text) }, name)));
  }
  fromAddress();
  document.documentElement.dataset.ready = "yes";
  const { raft, penguins } = await engine.ask({ do: "official" });
  addExamples("Race to the Raft", raft);
  addExamples("Penguins Pool Party", penguins);
};

/** For tests and curious people: `await clowder.ask({do: "check", text: "A3B3"})`. */
const clowder = { ask: (question) => engine.ask(question) };
globalThis.clowder = clowder;
begin().catch((error) => cannotRun(error.message));
