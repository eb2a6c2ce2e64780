"use strict";
// Links the parts of a string to the cells of the picture: the pointer or the focus on one of them lights up the others.
const linked = [...document.querySelectorAll("[data-span]")].map(node => {
  const [, part, start, end] = node.dataset.span.match(/^(?:(\d+):)?(\d+)-(\d+)$/);
  return { node, part, start: Number(start), end: Number(end) };
});
const light = event => {
  const own = event.target.closest ? event.target.closest("[data-span]") : null;
  const one = linked.find(it => it.node === own);
  const figure = own && own.closest("figure");
  for (const it of linked) {
    const meets = one && it.part === one.part && it.start < one.end && one.start < it.end;
    it.node.classList.toggle("lit", Boolean(meets) && figure.contains(it.node));
  }
};
for (const name of ["pointerover", "focusin", "pointerleave"]) document.addEventListener(name, light);
document.documentElement.dataset.ready = "yes";
