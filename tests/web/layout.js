() => {
  const faults = [];
  const layer = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const wide = document.documentElement.clientWidth, high = innerHeight;
  const named = (one) => {
    const words = (one.getAttribute('aria-label') || one.textContent || '').trim().replace(/\s+/g, ' ').slice(0, 50);
    const kind = one.className && typeof one.className === 'string' ? '.' + one.className.split(' ')[0] : '';
    return `<${one.localName}${kind}> "${words}"`;
  };
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const unheard = (one) => one.closest('.hidden-text, [inert]');
  const up = (one) => one.assignedSlot ?? one.parentElement;
  const slides = (style) => /auto|scroll/.test(style);
  const cuts = (style) => /hidden|clip/.test(style);

  // Every button and die answers to a tap in its middle, once it is in view.
  const places = new Map();
  const note = (one) => {
    for (let at = one; at; at = up(at)) if (!places.has(at)) places.set(at, [at.scrollLeft, at.scrollTop]);
  };
  const reached = (one) => {
    const box = one.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return { box, hit, ok: !!hit && (one === hit || one.contains(hit) || (one.labels && [...one.labels].some((label) => label.contains(hit)))) };
  };
  const buttons = [...layer.querySelectorAll('button, a[href], summary, input, select, textarea, [role=button]')].filter((one) => {
    const box = one.getBoundingClientRect();
    return seen(one) && !unheard(one) && box.width > 1 && box.height > 1 && getComputedStyle(one).pointerEvents !== 'none';
  });
  for (const one of buttons) {
    let found = reached(one);
    if (!found.ok) {
      note(one);
      one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      found = reached(one);
    }
    if (!found.ok) {
      const { box, hit } = found;
      const outside = box.left + box.width / 2 < 0 || box.left + box.width / 2 > wide || box.top + box.height / 2 < 0 || box.top + box.height / 2 > high;
      faults.push(`${named(one)} ${outside ? 'lies outside the window' : `is covered by ${hit ? named(hit) : 'nothing'}`}`);
    }
  }
  for (const [one, [left, top]] of places) { one.scrollLeft = left; one.scrollTop = top; }

  // Nothing sideways, and no text without its end.
  if (document.documentElement.scrollWidth > wide) faults.push(`the page is ${document.documentElement.scrollWidth} wide in a window of ${wide}`);
  // A table fills the window: below it there is nothing to scroll to.
  const table = layer.querySelector('.table[data-match]:not(.waiting), .replay, .learn');
  if (table && document.documentElement.scrollHeight > Math.max(high, table.getBoundingClientRect().bottom + scrollY) + 1) faults.push(`the window is ${document.documentElement.scrollHeight} high below a table of ${Math.round(table.getBoundingClientRect().height)}`);
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (!node.data.trim() || !one || one.closest('option, script, style') || !seen(one) || unheard(one)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const drawn = one.closest('svg');
    if (drawn) {
      const paper = drawn.getBoundingClientRect();
      if (!one.closest('title') && (box.left < paper.left - 2 || box.right > paper.right + 2)) faults.push(`${named(one)} leaves its picture`);
      continue;
    }
    // A number is one word, and what stands in a cell does not run into the next.
    if (/^[+\-−]?\d[\d.,\s]*%?$/.test(node.data.trim()) && new Set([...range.getClientRects()].map((part) => Math.round(part.top / 6))).size > 1) {
      faults.push(`${named(one)} is broken in the middle`);
    }
    // Nor is a word of a button, unless the language says where; lines that are cut after some are prose.
    const button = one.closest('button, .button, h1, h2');
    const set = getComputedStyle(one);
    if (button && set.hyphens !== 'auto' && set.webkitLineClamp === 'none') {
      for (const { 0: word, index } of node.data.matchAll(/[\p{L}]{2,}/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = [...range.getClientRects()].map((part) => Math.round(part.top / 6));
        if (word.length < 15 && new Set(tops).size > 1) faults.push(`"${word}" of ${named(button)} is broken`);
      }
      range.selectNodeContents(node);
    }
    let free = true, short = '', dots = false, left = box.left, right = box.right;
    for (let at = one; at && at !== document.documentElement; at = up(at)) {
      const style = getComputedStyle(at);
      if (style.textOverflow === 'ellipsis' && cuts(style.overflowX)) dots = true;
      if (style.webkitLineClamp !== 'none') dots = true;
      const edge = at.getBoundingClientRect();
      const turned = style.transform !== 'none';
      if (cuts(style.overflowX)) { left = Math.max(left, edge.left); right = Math.min(right, edge.right); }
      if (!turned && cuts(style.overflowX) && (box.right > edge.right + 1 || box.left < edge.left - 1)) short ||= `sideways by ${named(at)}`;
      if (!turned && cuts(style.overflowY) && (box.bottom > edge.bottom + 3 || box.top < edge.top - 3)) short ||= `below by ${named(at)}`;
      if (slides(style.overflowX) || cuts(style.overflowX) || style.position === 'fixed') free = false;
      if (slides(style.overflowX) || slides(style.overflowY)) break;
      if (/^(button|a)$/.test(at.localName) && !one.closest('[aria-hidden=true]') && style.display !== 'inline'
          && (right > edge.right + 2 || left < edge.left - 2 || (!dots && (box.bottom > edge.bottom + 4 || box.top < edge.top - 4)))) {
        faults.push(`${named(one)} leaves its button`);
      }
    }
    const cell = one.closest('td, th')?.getBoundingClientRect();
    if (cell && (left < cell.left - 2 || right > cell.right + 2)) faults.push(`${named(one)} leaves its cell`);
    const asked = one.closest('[title], button, a, summary, [aria-describedby]');
    if (short && !(dots && asked)) faults.push(`${named(one)} is cut ${short}${dots ? ', with no way to the whole of it' : ''}`);
    if (free && (box.right > wide + 1 || box.left < -1)) faults.push(`${named(one)} leaves the window sideways`);
  }

  // Dice lie on the felt, and not on each other.
  const felt = layer.querySelector('[data-testid=tray]')?.getBoundingClientRect();
  const lying = felt ? [...layer.querySelectorAll('[data-testid=tray] .place, .still .loose > .die')] : [];
  const dice = lying.map((die) => die.getBoundingClientRect());
  dice.forEach((die, index) => {
    if (die.left < felt.left - 1 || die.right > felt.right + 1 || die.top < felt.top - 1 || die.bottom > felt.bottom + 1) faults.push(`die ${index + 1} leaves the felt`);
    dice.slice(index + 1).forEach((other, more) => {
      const x = Math.min(die.right, other.right) - Math.max(die.left, other.left);
      const y = Math.min(die.bottom, other.bottom) - Math.max(die.top, other.top);
      if (x > 2 && y > 2) faults.push(`die ${index + 1} lies on die ${index + 2 + more}`);
    });
  });
  // The cap of a key is read: no other die lies on it.
  lying.forEach((die, index) => {
    const cap = die.querySelector('kbd');
    if (!cap || !seen(cap)) return;
    const box = cap.getBoundingClientRect();
    dice.forEach((other, place) => {
      const x = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const y = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      if (place !== index && x > 3 && y > 3) faults.push(`the key of die ${index + 1} lies under die ${place + 1}`);
    });
  });
  return [...new Set(faults)];
}
