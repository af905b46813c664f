import { readKey, writeKey } from './browser-storage.ts';

/** How long the way through the sign-in may take, in milliseconds. */
const LIFETIME = 10 * 60_000;

/** What was to be done with something: a tab keeps one pending action of each kind. */
type PendingActionKind = 'save-problem' | 'save-module' | 'save-search';

const keyOf = (kind: PendingActionKind) => `solvent.wish.${kind}`;

/** Remembers in this tab, over the way to the sign-in and back, what somebody wanted to do before they were signed in. */
export function savePendingAction(kind: PendingActionKind, id: string): void {
  writeKey(keyOf(kind), JSON.stringify({ id, time: Date.now() }), 'session');
}

function take(kind: PendingActionKind): unknown {
  const kept: unknown = JSON.parse(readKey(keyOf(kind), 'session') ?? 'null');
  writeKey(keyOf(kind), null, 'session');
  return kept;
}

/** The id of the pending action of the last ten minutes. Whoever takes it carries it out: it is given once. */
export function consumePendingAction(kind: PendingActionKind): string | undefined {
  try {
    const kept = take(kind);
    if (typeof kept !== 'object' || kept === null || !('id' in kept) || !('time' in kept)) return undefined;
    const age = Date.now() - Number(kept.time);
    return typeof kept.id === 'string' && age >= 0 && age < LIFETIME ? kept.id : undefined;
  } catch {
    return undefined;
  }
}
