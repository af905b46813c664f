const WISH_KEY = 'solvent.save-wish';

/** How long the way through the sign-in may take, in milliseconds. */
const WISH_LIFE = 10 * 60_000;

/** Remembers in this tab, over the way to the sign-in and back, which problem somebody wanted to save. */
export function keepWish(problemId: string): void {
  try {
    sessionStorage.setItem(WISH_KEY, JSON.stringify({ problemId, time: Date.now() }));
  } catch {
    console.warn('Could not remember in this tab what to save.');
  }
}

function read(): unknown {
  const kept: unknown = JSON.parse(sessionStorage.getItem(WISH_KEY) ?? 'null');
  sessionStorage.removeItem(WISH_KEY);
  return kept;
}

/** The problem that was wanted within the last ten minutes. Whoever takes it carries it out: it is given once. */
export function takeWish(): string | undefined {
  try {
    const kept = read();
    if (typeof kept !== 'object' || kept === null || !('problemId' in kept) || !('time' in kept)) return undefined;
    const age = Date.now() - Number(kept.time);
    return typeof kept.problemId === 'string' && age >= 0 && age < WISH_LIFE ? kept.problemId : undefined;
  } catch {
    return undefined;
  }
}
