import { readKey, writeKey } from './browser-storage.ts';

/** How long the way through the sign-in may take, in milliseconds. */
const WISH_LIFE = 10 * 60_000;

/** What is wanted of something: one wish of each kind is kept in a tab. */
type WishKind = 'save-problem' | 'save-module';

const keyOf = (kind: WishKind) => `solvent.wish.${kind}`;

/** Remembers in this tab, over the way to the sign-in and back, what somebody wanted before they were signed in. */
export function keepWish(kind: WishKind, id: string): void {
  writeKey(keyOf(kind), JSON.stringify({ id, time: Date.now() }), 'session');
}

function take(kind: WishKind): unknown {
  const kept: unknown = JSON.parse(readKey(keyOf(kind), 'session') ?? 'null');
  writeKey(keyOf(kind), null, 'session');
  return kept;
}

/** The id that was wanted within the last ten minutes. Whoever takes it carries the wish out: it is given once. */
export function takeWish(kind: WishKind): string | undefined {
  try {
    const kept = take(kind);
    if (typeof kept !== 'object' || kept === null || !('id' in kept) || !('time' in kept)) return undefined;
    const age = Date.now() - Number(kept.time);
    return typeof kept.id === 'string' && age >= 0 && age < WISH_LIFE ? kept.id : undefined;
  } catch {
    return undefined;
  }
}
