/** A place in the database's log, as PostgreSQL writes it: `16/B374D848`. */
export function placeInLog(text: string): bigint {
  const [file = '', offset = ''] = text.split('/');
  return BigInt(`0x${file}${offset.padStart(8, '0')}`);
}

/** So many places are kept, half a second apart: while the standby is away for hours, later ones count as of the last of these. */
const PLACES_MAX = 100;

/**
 * How far a standby is behind in time, by where the log of the primary was when, and how much of it the standby has. Only one
 * process's own clock is read, which never goes back: clocks of servers differ.
 */
export class Behind {
  /** Where the primary was, the earliest first: what of it the standby has is dropped. */
  #places: { at: number; place: bigint }[] = [];
  #replayed = 0n;

  /** @param at when the primary was asked (ms) */
  primaryAt(place: bigint, at: number): void {
    const last = this.#places.at(-1);
    if (place <= (last?.place ?? this.#replayed)) return;
    if (last !== undefined && this.#places.length === PLACES_MAX) last.place = place;
    else this.#places.push({ at, place });
  }

  standbyAt(place: bigint): void {
    this.#replayed = place;
    this.#places = this.#places.filter((one) => one.place > place);
  }

  /** For how long (ms) something has been stored that the standby does not have. */
  behind(now: number): number {
    const [first] = this.#places;
    return first === undefined ? 0 : now - first.at;
  }
}
