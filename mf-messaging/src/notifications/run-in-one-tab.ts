import { readKey, writeKey } from '@solvent/store';

/** Held by the tab whose turn it is to try. */
const ATTEMPT_LOCK = 'solvent-notification-sound-turn';
/** The message that was played for last, for a tab that hears of it late. */
const LAST_PLAYED_KEY = 'notificationSoundPlayed';

/** Held by the tab that has played: messages that come together make one sound (ms). */
const PAUSE_LOCK = 'solvent-notification-sound';
const PAUSE_MS = 1000;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

async function isPaused(locks: LockManager): Promise<boolean> {
  const { held = [], pending = [] } = await locks.query();
  return [...held, ...pending].some(({ name }) => name === PAUSE_LOCK);
}

/** Ids of messages sort by time, so that what is not after the last one was heard. */
const wasPlayed = (messageId: string) => messageId <= (readKey(LAST_PLAYED_KEY) ?? '');

async function tryOnce(messageId: string, task: () => Promise<boolean>): Promise<boolean> {
  if (wasPlayed(messageId) || !(await task())) return false;
  if (!wasPlayed(messageId)) writeKey(LAST_PLAYED_KEY, messageId);
  return true;
}

/**
 * Runs the task in one of the browser's tabs: the first that asks and can. The others do nothing, however late they hear of
 * the message.
 *
 * @param messageId what it is for: a UUIDv7
 * @param task resolves with whether it could: where not, such as in a tab that may not play, another one does it
 */
export async function runInOneTab(messageId: string, task: () => Promise<boolean>): Promise<void> {
  // Web Locks exist on secure origins only; elsewhere two tabs that hear at the same moment both play.
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  if (!locks) return void (await tryOnce(messageId, task));
  await locks.request(ATTEMPT_LOCK, async () => {
    if (await isPaused(locks)) return;
    // Asked for within one's turn: whoever has the next one sees it.
    if (await tryOnce(messageId, task)) void locks.request(PAUSE_LOCK, pause);
  });
}
