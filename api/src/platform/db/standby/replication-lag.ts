/** Parses a position in the write-ahead log (LSN), such as `16/B374D848`. */
export function parseLsn(text: string): bigint {
  const [file = '', offset = ''] = text.split('/');
  return BigInt(`0x${file}${offset.padStart(8, '0')}`);
}

/** When the standby is down for hours, newer positions replace the last one, with its time. */
const MAX_SAMPLES = 100;

/** Uses only the clock of this process, since clocks of servers differ. */
export class ReplicationLag {
  #samples: { at: number; lsn: bigint }[] = [];
  #replayed = 0n;

  /** @param at time (ms) before the primary was queried */
  addPrimary(lsn: bigint, at: number): void {
    const last = this.#samples.at(-1);
    if (lsn <= (last?.lsn ?? this.#replayed)) return;
    if (last !== undefined && this.#samples.length === MAX_SAMPLES) last.lsn = lsn;
    else this.#samples.push({ at, lsn });
  }

  setReplayed(lsn: bigint): void {
    this.#replayed = lsn;
    this.#samples = this.#samples.filter((sample) => sample.lsn > lsn);
  }

  /** Returns the age (ms) of the oldest write that the standby has not replayed. */
  getLagMs(now: number): number {
    const [first] = this.#samples;
    return first === undefined ? 0 : now - first.at;
  }
}
