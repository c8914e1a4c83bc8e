// SPDX-License-Identifier: MIT
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  for (const image of all(".video img")) {
    image.addEventListener("click", () => { image.src = image.src; });
  }
  for (const label of all("label.over")) {
    const versus = label.previousElementSibling;
    label.hidden = false;
    label.firstElementChild.addEventListener("input", (event) => {
      versus.classList.add("over");
      versus.style.setProperty("--at", event.target.value + "%");
    });
  }
  const tools = document.querySelector(".tools");
  if (!tools) return;
  const find = tools.querySelector("input");
  const buttons = all("button", tools);
  const rows = all(".row");
  tools.hidden = false;

  const apply = () => {
    const text = find.value.trim().toLowerCase();
    const off = buttons.filter((b) => b.getAttribute("aria-pressed") === "false");
    const clients = new Set(off.map((b) => b.dataset.client).filter(Boolean));
    const kinds = new Set(off.map((b) => b.dataset.kind).filter(Boolean));
    for (const row of rows) {
      row.hidden = clients.has(row.dataset.client) || kinds.has(row.dataset.kind)
        || (text !== "" && !row.textContent.toLowerCase().includes(text));
    }
    for (const fold of all("details.fold")) {
      const hits = all(".row:not([hidden])", fold).length;
      fold.hidden = hits === 0;
      if (text !== "") fold.open = hits > 0;
      else if (fold.dataset.found) fold.open = false;
      if (text !== "") fold.dataset.found = "1"; else delete fold.dataset.found;
    }
    for (const bundle of all(".row.bundle")) bundle.hidden = all(".row:not([hidden])", bundle).length === 0;
  };
  find.addEventListener("input", apply);
  for (const button of buttons) {
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") === "false"));
      apply();
    });
  }

  let chosen = null;
  document.addEventListener("click", (event) => {
    const object = event.target.closest(".object");
    if (!object) return;
    for (const other of all(".object.chosen")) other.classList.remove("chosen");
    chosen = chosen === object.dataset.object ? null : object.dataset.object;
    if (chosen === null) return;
    for (const other of all(".object")) other.classList.toggle("chosen", other.dataset.object === chosen);
  });

  const frames = all(".frame[id]");
  const thumbs = all(".film li");
  let current = -1;
  const follow = () => {
    const film = document.querySelector(".film");
    const edge = (film ? film.offsetHeight : 0) + 48;
    let next = 0;
    frames.forEach((frame, index) => { if (frame.getBoundingClientRect().top <= edge) next = index; });
    if (next === current || thumbs.length === 0) return;
    thumbs[current]?.classList.remove("now");
    thumbs[next].classList.add("now");
    const strip = thumbs[next].parentElement;
    strip.scrollLeft = thumbs[next].offsetLeft - strip.clientWidth / 2 + thumbs[next].offsetWidth / 2;
    current = next;
  };
  document.addEventListener("scroll", follow, { passive: true });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input") || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || frames.length === 0) return;
    event.preventDefault();
    frames[Math.min(frames.length - 1, Math.max(0, current + step))].scrollIntoView();
  });
  follow();
})();
