// Where dice lie: in as many lines as make them largest, whatever the shape of the felt.

export interface Arrangement {
  across: number;
  size: number;
}

interface Gaps {
  x: number;
  y: number;
}

/** How many dice lie side by side, and how large they are, so that all of them fit into a box. */
export function arranged(count: number, width: number, height: number, gaps: Gaps, most = 116): Arrangement {
  let best: Arrangement = { across: count, size: 0 };
  for (let across = count; across >= 1; across--) {
    const lines = Math.ceil(count / across);
    const size = Math.floor(Math.min(most, (width - (across - 1) * gaps.x) / across, (height - (lines - 1) * gaps.y) / lines));
    // Of two that are alike the one with fuller lines, then the wider one.
    if (size > best.size || (size === best.size && across * lines < best.across * Math.ceil(count / best.across))) best = { across, size };
  }
  return best;
}
