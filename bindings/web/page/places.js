// Places in the string. The engine counts bytes of UTF-8, but the editor counts UTF-16 units, and each of its line
// breaks is one character.

const width = (code) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);

/** Returns the editor offset of each byte of a text. */
const editorOffsets = (text) => {
  const map = [];
  let shown = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at);
    const units = code > 0xffff ? 2 : 1;
    for (let byte = width(code); byte > 0; byte -= 1) map.push(shown);
    const isHalfOfBreak = code === 13 && text.charCodeAt(at + 1) === 10;
    if (!isHalfOfBreak) shown += units;
    at += units;
  }
  map.push(shown);
  return map;
};

/** Returns, for each string in a JSON array of strings, the editor offset of each byte of its value. */
const stringOffsets = (text) => {
  const maps = [];
  let at = text.indexOf('"');
  while (at >= 0 && maps.length < 5) {
    const map = [];
    at += 1;
    while (at < text.length && text[at] !== '"') {
      let code = text.codePointAt(at);
      let units = code > 0xffff ? 2 : 1;
      if (text[at] === "\\") {
        const isUnicode = text[at + 1] === "u";
        code = isUnicode ? parseInt(text.slice(at + 2, at + 6), 16) || 0 : 10;
        units = isUnicode ? 6 : 2;
      }
      for (let byte = width(code); byte > 0; byte -= 1) map.push(at);
      at += units;
    }
    map.push(at);
    maps.push(map);
    at = text.indexOf('"', at + 1);
  }
  return maps;
};

class Places {
  constructor(raw, shown) {
    this.isPlain = raw === shown && /^[\0-\x7f]*$/.test(raw);
    this.whole = this.isPlain ? null : editorOffsets(raw);
    this.shown = shown;
    this.length = shown.length;
  }

  /** Returns the start and end offsets in the editor, or null for a place that is not shown in the editor. */
  of({ start, end }, part) {
    if (part === undefined || part === null || part < 0) {
      const at = (offset) => (this.isPlain ? Math.min(offset, this.length) : (this.whole[offset] ?? this.length));
      return [at(start), at(end)];
    }
    this.strings ??= stringOffsets(this.shown);
    const map = this.strings[part];
    return map === undefined ? null : [map[start] ?? map.at(-1), map[end] ?? map.at(-1)];
  }
}

/** Replaces the bytes of a text. */
const replaceBytes = (text, { start, end }, replacement) => {
  const bytes = new TextEncoder().encode(text);
  const decode = (from, to) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.slice(from, to));
  return decode(0, start) + replacement + decode(end, bytes.length);
};

/** Applies a fix. It can be in one of the strings of a state. */
const fixed = (text, fix, part) => {
  if (part === undefined || part === null) return replaceBytes(text, fix, fix.text);
  const strings = JSON.parse(text);
  strings[part] = replaceBytes(strings[part], fix, fix.text);
  return JSON.stringify(strings);
};
