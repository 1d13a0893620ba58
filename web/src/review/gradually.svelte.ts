// Long lists come in pieces: between two of them the browser draws and hears taps, on a slow phone too.

export class Gradually {
  /** How many are on show by now. */
  shown: number = $state(0);

  /** For a component as it is set up: `first` at once, another `piece` with every task, until all of `whole` is there. */
  constructor(whole: () => number, piece: number, first: number = piece) {
    this.shown = first;
    $effect(() => {
      if (this.shown >= whole()) return;
      const next = setTimeout(() => (this.shown += piece));
      return () => clearTimeout(next);
    });
  }
}
