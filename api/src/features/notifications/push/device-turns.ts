/** Someone's devices hear of one matter at most this often (ms). */
export const PAUSE = 5000;

interface Turn<Item> {
  timer: NodeJS.Timeout;
  /** The latest that came meanwhile. */
  next: Item | undefined;
}

/** Lets the first through at once, and of those that follow within {@link PAUSE} the latest, when it is over. */
export class DeviceTurns<Item> {
  readonly #letThrough: (item: Item) => void;
  readonly #turns = new Map<string, Turn<Item>>();

  readonly #replaced: (item: Item) => void;

  /** @param replaced hears of one that a later one has taken the place of */
  constructor(letThrough: (item: Item) => void, replaced: (item: Item) => void) {
    this.#letThrough = letThrough;
    this.#replaced = replaced;
  }

  /** @param key whose devices, and what it is about */
  take(key: string, item: Item): void {
    const turn = this.#turns.get(key);
    if (turn === undefined) return this.#begin(key, item);
    if (turn.next !== undefined) this.#replaced(turn.next);
    turn.next = item;
  }

  /** Lets everything through that waits. */
  end(): void {
    for (const { timer, next } of this.#turns.values()) {
      clearTimeout(timer);
      if (next !== undefined) this.#letThrough(next);
    }
    this.#turns.clear();
  }

  #begin(key: string, item: Item): void {
    const timer = setTimeout(() => this.#over(key), PAUSE).unref();
    this.#turns.set(key, { timer, next: undefined });
    this.#letThrough(item);
  }

  #over(key: string): void {
    const next = this.#turns.get(key)?.next;
    this.#turns.delete(key);
    if (next !== undefined) this.#begin(key, next);
  }
}
