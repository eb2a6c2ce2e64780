(() => {
  "use strict";
  const find = (id) => document.getElementById(id);
  const data = JSON.parse(find("data").textContent);
  const slider = find("slider");
  const play = find("play");
  const last = data.frames.length - 1;
  // Each frame of a panel contains its number of parts, followed by the changes to the previous frame. A change consists
  // of an index in the list of parts and the number of the new part.
  const panels = data.panels.map(({ frames, headings }, index) => {
    const pictures = [];
    let parts = [];
    for (const [length, ...edits] of frames) {
      parts = parts.slice(0, length);
      for (let at = 0; at < edits.length; at += 2) parts[edits[at]] = data.parts[edits[at + 1]];
      pictures.push(parts.slice());
    }
    const panel = find("panel-" + index);
    const svg = panel.querySelector("svg");
    return { pictures, headings, svg, heading: panel.querySelector("figcaption, summary") };
  });
  const items = [...find("moves").children];
  const cells = document.querySelectorAll("#scores td");
  const disable = (ids, is) => ids.forEach((id) => find(id).setAttribute("aria-disabled", is));
  let turn = -1;
  let timer = null;
  const show = (wanted) => {
    const next = Math.min(Math.max(wanted, 0), last);
    if (next === turn) return;
    turn = next;
    const now = data.frames[turn];
    for (const { pictures, headings, svg, heading } of panels) {
      const title = svg.querySelector("title");
      svg.querySelectorAll(":scope > :not(title)").forEach((part) => part.remove());
      title.insertAdjacentHTML("afterend", pictures[turn].join(""));
      title.textContent = [headings[turn], now.caption].filter((text) => text !== "").join(": ");
      if (heading !== null) heading.textContent = headings[turn];
    }
    slider.value = turn;
    slider.setAttribute("aria-valuetext", "turn " + turn + " of " + last);
    find("turn").textContent = turn + " / " + last;
    find("caption").textContent = now.caption;
    find("status").textContent = now.status;
    cells.forEach((cell, at) => (cell.textContent = now.cells[at]));
    const list = find("moves");
    items.forEach((item, index) => {
      const [link, ...notes] = item.children;
      if (index === turn) {
        link.setAttribute("aria-current", "step");
        list.scrollTop = link.offsetTop - list.offsetTop - list.clientHeight / 2;
        find("notes").replaceChildren(...notes.map((note) => note.cloneNode(true)));
      } else {
        link.removeAttribute("aria-current");
      }
    });
    // A button that is disabled with the attribute `disabled` would lose the focus.
    disable(["first", "back"], turn === 0);
    disable(["next", "last"], turn === last);
    if (turn === last) stop();
    history.replaceState(null, "", "#turn=" + turn);
  };
  const label = (text) => (play.querySelector("span").textContent = text);
  const stop = () => {
    clearInterval(timer);
    timer = null;
    delete play.dataset.on;
    label("Play");
  };
  const start = () => {
    if (turn === last) show(0);
    play.dataset.on = "yes";
    label("Pause");
    timer = setInterval(() => show(turn + 1), 1000 / Number(find("speed").value));
  };
  const toggle = () => (timer === null ? start() : stop());
  const fromAddress = () => {
    const wanted = /^#turn=(\d+)$/.exec(location.hash);
    return wanted === null ? 0 : Number(wanted[1]);
  };
  const go = (wanted) => {
    stop();
    show(wanted);
  };
  play.addEventListener("click", toggle);
  find("first").addEventListener("click", () => go(0));
  find("back").addEventListener("click", () => go(turn - 1));
  find("next").addEventListener("click", () => go(turn + 1));
  find("last").addEventListener("click", () => go(last));
  slider.addEventListener("input", () => go(Number(slider.value)));
  find("speed").addEventListener("change", () => {
    if (timer !== null) {
      stop();
      start();
    }
  });
  window.addEventListener("hashchange", () => go(fromAddress()));
  document.addEventListener("keydown", (event) => {
    const own = event.target.tagName;
    if (event.ctrlKey || event.metaKey || event.altKey || own === "SELECT") return;
    if (event.key === " " && ["BUTTON", "A", "SUMMARY"].includes(own)) return;
    const actions = {
      " ": toggle,
      ArrowRight: () => go(turn + 1),
      ArrowLeft: () => go(turn - 1),
      Home: () => go(0),
      End: () => go(last),
    };
    const action = actions[event.key];
    if (action !== undefined) {
      event.preventDefault();
      action();
    }
  });
  document.documentElement.dataset.ready = "yes";
  show(fromAddress());
})();
