(() => {
  "use strict";
  const text = (row, at) => row.cells[at].textContent.trim();
  const compare = (one, other) => {
    const [a, b] = [parseFloat(one), parseFloat(other)];
    if (Number.isNaN(a) !== Number.isNaN(b)) return Number.isNaN(a) ? 1 : -1;
    return a - b || one.localeCompare(other, undefined, { numeric: true });
  };
  document.querySelectorAll("table.sorts").forEach((table) => {
    const [body] = table.tBodies;
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, at) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const direction = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
        body.append(...[...body.rows].sort((one, other) => direction * compare(text(one, at), text(other, at))));
      });
    });
  });
  document.documentElement.dataset.ready = "yes";
})();
