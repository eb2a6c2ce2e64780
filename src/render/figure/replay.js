(() => {
  "use strict";
  const find = (id) => document.getElementById(id);
  const data = JSON.parse(find("data").textContent);
  const svg = document.querySelector("#picture svg");
  const title = svg.querySelector("title");
  const slider = find("slider");
  const play = find("play");
  const last = data.captions.length - 1;
  // Each element of data.frames contains the number of parts of a frame, followed by the changes to the previous frame.
  // A change consists of an index in the list of parts and the number of the new part.
  const frames = [];
  let parts = [];
  for (const [length, ...edits] of data.frames) {
    parts = parts.slice(0, length);
    for (let at = 0; at < edits.length; at += 2) parts[edits[at]] = data.parts[edits[at + 1]];
    frames.push(parts.slice());
  }
  let turn = -1;
  let timer = null;
  const show = (wanted) => {
    const next = Math.min(Math.max(wanted, 0), last);
    if (next === turn) return;
    turn = next;
    svg.querySelectorAll(":scope > :not(title)").forEach((part) => part.remove());
    title.insertAdjacentHTML("afterend", frames[turn].join(""));
    title.textContent = data.captions[turn];
    slider.value = turn;
    slider.setAttribute("aria-valuetext", "turn " + turn + " of " + last);
    find("turn").textContent = turn + " / " + last;
    find("caption").textContent = data.captions[turn];
    document.querySelectorAll("#moves a").forEach((link, index) => {
      if (index === turn) {
        link.setAttribute("aria-current", "step");
        const list = find("moves");
        list.scrollTop = link.offsetTop - list.offsetTop - list.clientHeight / 2;
      } else {
        link.removeAttribute("aria-current");
      }
    });
    find("back").disabled = find("first").disabled = turn === 0;
    find("next").disabled = find("last").disabled = turn === last;
    if (turn === last) stop();
    history.replaceState(null, "", "#turn=" + turn);
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
    play.textContent = "Play";
  };
  const start = () => {
    if (turn === last) show(0);
    play.textContent = "Pause";
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
    if (event.key === " " && (own === "BUTTON" || own === "A")) return;
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
