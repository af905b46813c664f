import { readKey, writeKey } from './browser-storage.ts';

/** Time for the page to load. */
const LIFETIME_MS = 10 * 60_000;

/** A tab stores one pending action per kind. */
type PendingActionKind = 'bid' | 'save-problem' | 'save-module' | 'save-search' | 'alert-search';

export interface PendingAction {
  kind: PendingActionKind;
  id: string;
}

const getStorageKey = (kind: PendingActionKind) => `solvent.wish.${kind}`;

/** Stores in this tab what a visitor wanted to do before the sign-in. The sign-in page calls it when it returns (product 2.63). */
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
