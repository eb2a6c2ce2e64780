// A table of verdicts for a file with one string per line. Lines that fail come first.

const table = {
  /** The maximum number of rows to show. */
  most: 1000,
  run: 0,

  /** Returns the kind named in a line (or null) and the string. Reads JSON strings and objects like `--jsonl`. */
  decoded(line, isJson) {
    if (isJson) {
      try {
        const value = JSON.parse(line);
        if (typeof value === "string") return [null, value];
        const text = value?.input ?? value?.challenge;
        if (typeof text === "string") return [typeof value.kind === "string" ? value.kind : null, text];
      } catch {
        // Check the line unchanged.
      }
    }
    return [null, line];
  },

  async check(text, name) {
    const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
    const isJson = /\.(jsonl|ndjson)$/.test(name);
    this.run += 1;
    const run = this.run;
    const kind = kindOf();
    const rows = [];
    find("table").hidden = false;
    find("table-progress").hidden = false;
    find("table-summary").textContent = `Checking ${count(lines.length, "line")} …`;
    for (let at = 0; at < lines.length; at += 100) {
      const texts = lines.slice(at, at + 100).map((line) => {
        const [own, decoded] = this.decoded(line, isJson);
        return [own in kinds ? own : kind, decoded];
      });
      const results = await engine.ask({ do: "lines", texts });
      if (run !== this.run) return;
      if (results.stopped || results.error !== undefined) break;
      results.forEach((result, index) => rows.push({ line: at + index + 1, kind: texts[index][0], text: texts[index][1], result }));
      find("table-progress").firstChild.value = rows.length / lines.length;
    }
    find("table-progress").hidden = true;
    this.show(rows, lines.length);
  },

  show(rows, total) {
    const failing = rows.filter(({ result }) => !result.ok);
    const sorted = [...failing, ...rows.filter(({ result }) => result.ok)];
    const rest = rows.length < total ? `; stopped after ${rows.length.toLocaleString("en")}` : "";
    const cut = sorted.length > this.most ? `; the first ${this.most.toLocaleString("en")} are shown` : "";
    find("table-summary").textContent = `${count(total, "line")}: ${failing.length.toLocaleString("en")} not valid${rest}${cut}`;
    find("rows").replaceChildren(...sorted.slice(0, this.most).map(({ line, kind, text, result }) => {
      const open = () => {
        if (kind !== null) find("kind").value = kind;
        editor.set(text);
        area.scrollIntoView({ block: "center" });
      };
      return make("tr", {},
        make("td", {}, make("button", { type: "button", onclick: open, "aria-label": `Show line ${line}` }, String(line))),
        make("td", { class: result.ok ? "good-text" : "bad-text" }, result.ok ? "valid" : "not valid"),
        make("td", {}, result.kind ?? "?"), make("td", { class: "mono" }, shorten(visible(text), 60)),
        make("td", {}, result.diagnostics[0]?.message ?? ""));
    }));
  },
};

find("table-stop").addEventListener("click", () => engine.stop());

/** Opens a file as one string if it has one line or contains a multi-line string, and otherwise line by line. */
const openFile = async (file) => {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer());
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const answer = text.length > 200000 ? null : await engine.ask({ do: "check", kind: kindOf(), text });
  const isOne = lines.length < 2 || (answer !== null && (answer.result?.ok || isMultiline(answer.result?.kind)));
  if (isOne) {
    find("table").hidden = true;
    editor.set(lines.length < 2 && !isMultiline(answer?.result?.kind) ? lines[0] : text);
    return;
  }
  editor.set("");
  await table.check(text, file.name);
};
find("file-open").addEventListener("click", () => find("file").click());
find("file").addEventListener("change", () => {
  const [file] = find("file").files;
  if (file) openFile(file);
  find("file").value = "";
});
find("as-lines").addEventListener("click", () => table.check(editor.raw, ""));
let depth = 0;
addEventListener("dragenter", () => document.body.classList.toggle("dropping", (depth += 1) > 0));
addEventListener("dragleave", () => document.body.classList.toggle("dropping", (depth -= 1) > 0));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.toggle("dropping", (depth = 0) > 0);
  const [file] = event.dataTransfer.files;
  if (file) openFile(file);
});
