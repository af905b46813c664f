export interface Faults {
  lost: number;
  twice: number;
  outOfOrder: number;
  gaps: number;
  /** Stored or shown with other content or another sender than written. */
  altered: number;
}

export const createFaults = (): Faults => ({ lost: 0, twice: 0, outOfOrder: 0, gaps: 0, altered: 0 });

export function addFaults(to: Faults, found: Faults): void {
  for (const name of Object.keys(to) as (keyof Faults)[]) to[name] += found[name];
}

/** Counts duplicates, gaps and disorder in the sequence numbers of a conversation. */
export function countSequenceFaults(seqs: readonly number[], faults: Faults): void {
  const seen = new Set<number>();
  seqs.forEach((seq, index) => {
    const before = seqs[index - 1];
    if (seen.has(seq)) faults.twice += 1;
    else if (before !== undefined && seq < before) faults.outOfOrder += 1;
    else if (before !== undefined && seq > before + 1) faults.gaps += 1;
    seen.add(seq);
  });
}
