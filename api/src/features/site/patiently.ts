import { setTimeout as wait } from 'node:timers/promises';

export interface Patience<Value> {
  /** Asked once for all who ask meanwhile. */
  read: () => Promise<Value>;
  /** What is known from before, if anything is. */
  known: () => Value | undefined;
  /** How long one who asks waits before what is known must do (ms). */
  patience: number;
  onLate: () => void;
}

/** Reads together, and does not let a read that takes long hold up those for whom what is known would do. */
export function patiently<Value>({ read, known, patience, onLate }: Patience<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined;
  let isLate = false;

  const readTogether = () => {
    reading ??= read().finally(() => {
      reading = undefined;
      isLate = false;
    });
    return reading;
  };

  return async () => {
    const fresh = readTogether();
    const before = known();
    if (before === undefined) return fresh;
    if (isLate) return before;
    const answered = new AbortController();
    const late = wait(patience, 'late' as const, { signal: answered.signal });
    const first = await Promise.race([fresh, late]).finally(() => answered.abort());
    if (first !== 'late') return first;
    isLate = true;
    onLate();
    return before;
  };
}
