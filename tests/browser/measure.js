() => {
  const shown = (one) => {
    const { width, height } = one.getBoundingClientRect(), style = getComputedStyle(one);
    return width > 1 && height > 1 && style.visibility !== "hidden" && !one.closest(".words:not(:focus)") && one.checkVisibility();
  };
  const name = (one) => `${one.tagName.toLowerCase()}${one.className && one.className.baseVal === undefined ? "." + String(one.className).split(" ").join(".") : ""} ${(one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 30)}`;
  // A radio or check box is touched by way of its label.
  const target = (one) => (one.matches("input[type=radio],input[type=checkbox]") ? one.closest("label") ?? one : one);
  const all = new Set([...document.querySelectorAll("a[href],button,input:not([type=hidden]),select,textarea,summary")].filter(shown).map(target));
  const controls = [...all].map((one) => ({ one, box: one.getBoundingClientRect() }));
  const small = controls.filter(({ box }) => Math.min(box.width, box.height) < 43.95)
    .map(({ one, box }) => `${name(one)} ${box.width.toFixed(1)}x${box.height.toFixed(1)}`);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
  const crossed = [];
  controls.forEach((a, at) => controls.slice(at + 1).forEach((b) => {
    if (!a.one.contains(b.one) && !b.one.contains(a.one) && meet(a.box, b.box)) crossed.push(`${name(a.one)} / ${name(b.one)}`);
  }));
  const wide = [...document.querySelectorAll("body, body *")].filter((one) => {
    const style = getComputedStyle(one);
    return shown(one) && style.display !== "inline" && one.clientWidth && one.scrollWidth > one.clientWidth + 0.5 && !/auto|scroll/.test(style.overflowX)
      && !one.matches("input,textarea,select,svg,.words");
  }).map((one) => `${name(one)} ${one.scrollWidth}>${one.clientWidth}`);
  const totals = [...document.querySelectorAll(".totals .total")].map((one) => parseFloat(getComputedStyle(one).fontSize));
  const least = controls.length ? Math.min(...controls.map(({ box }) => Math.min(box.width, box.height))) : 0;
  return { small, crossed, wide, totals, least, page: document.documentElement.scrollWidth };
}
