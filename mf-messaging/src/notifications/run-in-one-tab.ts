import { readKey, writeKey } from '@solvent/store';

/** Serializes the attempts of all tabs. */
const ATTEMPT_LOCK = 'solvent-notification-sound-turn';
/** Last played message, for tabs that receive it late. */
const LAST_PLAYED_KEY = 'notificationSoundPlayed';

/** Held for a second after a sound, so that a burst of messages makes one. */
const PAUSE_LOCK = 'solvent-notification-sound';
const PAUSE_MS = 1000;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

async function isPaused(locks: LockManager): Promise<boolean> {
  const { held = [], pending = [] } = await locks.query();
  return [...held, ...pending].some(({ name }) => name === PAUSE_LOCK);
}

/** Ids are UUIDv7 and sort by time: earlier messages count as played. */
const wasPlayed = (messageId: string) => messageId <= (readKey(LAST_PLAYED_KEY) ?? '');

async function tryOnce(messageId: string, task: () => Promise<boolean>): Promise<boolean> {
  if (wasPlayed(messageId) || !(await task())) return false;
  if (!wasPlayed(messageId)) writeKey(LAST_PLAYED_KEY, messageId);
  return true;
}

/**
 * Runs the task in one tab, the first in which it resolves to true; the others skip it, even if they receive the message late.
 */
export async function runInOneTab(messageId: string, task: () => Promise<boolean>): Promise<void> {
  // Without Web Locks (insecure origins), two tabs may play at the same moment.
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  if (!locks) return void (await tryOnce(messageId, task));
  await locks.request(ATTEMPT_LOCK, async () => {
    if (await isPaused(locks)) return;
    // Requested while the attempt lock is held, so that the next attempt sees it.
    if (await tryOnce(messageId, task)) void locks.request(PAUSE_LOCK, pause);
  });
}
