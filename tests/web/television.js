() => {
  const faults = [];
  const stage = document.querySelector('#stage') ?? document.querySelector('main');
  const scale = stage.id ? stage.getBoundingClientRect().width / 1920 : innerHeight / 1080;
  const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (!node.data.trim() || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    let { left, top, right, bottom } = range.getBoundingClientRect();
    if (right - left < 2) continue;
    const said = node.data.trim().slice(0, 40);
    const size = parseFloat(getComputedStyle(one).fontSize) * (stage.id ? 1 : 1 / scale);
    if (size < 27.99) faults.push(`"${said}" is ${size.toFixed(1)} pixels high`);
    for (let at = one; at !== stage; at = at.parentElement) {
      if (!/hidden|clip/.test(getComputedStyle(at).overflowX)) continue;
      const edge = at.getBoundingClientRect();
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
    }
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) faults.push(`"${said}" leaves the screen`);
    // A picture or a panel may lie below words, and not over them.
    const over = [left + 4, (left + right) / 2, right - 4].map((x) => document.elementFromPoint(x, (top + bottom) / 2));
    const lid = over.find((hit) => hit && !hit.contains(one) && !one.contains(hit) && hit.closest('img, svg, .window, .panel, .seat, .die, .face'));
    if (lid && !one.closest('svg') && !document.querySelector('#menu .list')) faults.push(`"${said}" is covered by <${lid.localName}.${lid.className.baseVal ?? lid.className}>`);
    // Letters are lower than their line: what is above and below them is air.
    const air = (bottom - top) * 0.18;
    if (!one.closest('.moment, .bubble, #menu, #lost, #gain, svg')) texts.push({ said, one, left, right, top: top + air, bottom: bottom - air });
  }
  texts.forEach((text, index) => {
    for (const other of texts.slice(index + 1)) {
      const x = Math.min(text.right, other.right) - Math.max(text.left, other.left);
      const y = Math.min(text.bottom, other.bottom) - Math.max(text.top, other.top);
      if (x > 2 && y > 2) faults.push(`"${text.said}" lies on "${other.said}"`);
    }
  });
  return [...new Set(faults)];
}
