import { readKey, writeKey } from './browser-storage.ts';

/** Maximum duration of the sign-in. */
const LIFETIME_MS = 10 * 60_000;

/** A tab stores one pending action per kind. */
type PendingActionKind = 'save-problem' | 'save-module' | 'save-search';

const getStorageKey = (kind: PendingActionKind) => `solvent.wish.${kind}`;

/** Stores in this tab what a visitor wanted to do before the sign-in. */
export function savePendingAction(kind: PendingActionKind, id: string): void {
  writeKey(getStorageKey(kind), JSON.stringify({ id, time: Date.now() }), 'session');
}

function removeStored(kind: PendingActionKind): unknown {
  const stored: unknown = JSON.parse(readKey(getStorageKey(kind), 'session') ?? 'null');
  writeKey(getStorageKey(kind), null, 'session');
  return stored;
}

/** Returns and removes the id of a pending action of the last ten minutes; the caller performs the action. */
export function consumePendingAction(kind: PendingActionKind): string | undefined {
  try {
    const stored = removeStored(kind);
    if (typeof stored !== 'object' || stored === null || !('id' in stored) || !('time' in stored)) return undefined;
    const age = Date.now() - Number(stored.time);
    return typeof stored.id === 'string' && age >= 0 && age < LIFETIME_MS ? stored.id : undefined;
  } catch {
    return undefined;
  }
}
