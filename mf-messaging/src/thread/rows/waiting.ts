import type { OutboxEntry } from '@solvent/chat';

/** What one sees of a message that is not acknowledged yet. */
export type Waiting =
  /** On its way, or about to be. */
  | 'sending'
  /** Tries have failed: it, and those behind it, wait for the connection. */
  | 'offline'
  /** Those before it failed. */
  | 'held'
  | 'failed';

/** In the order of sending: one that failed holds those behind it, one that was tried in vain waits with them. */
export function waitingOf(entries: readonly OutboxEntry[]): Waiting[] {
  let ahead: Waiting = 'sending';
  return entries.map(({ state, attempts }) => {
    if (state === 'failed') {
      ahead = 'held';
      return 'failed';
    }
    if (ahead === 'sending' && attempts > 0) ahead = 'offline';
    return ahead;
  });
}
