/** Held by the tab whose turn it is to try. */
const TURN = 'solvent-notification-sound-turn';
/** Held by the tab that has played, until all tabs have heard of the message. */
const PLAYED = 'solvent-notification-sound';

/** All tabs hear of a message within this many milliseconds; the one that plays keeps the others silent as long. */
const HOLD = 1000;

const pause = (duration: number) => new Promise((resolve) => setTimeout(resolve, duration));

async function isPlayed(locks: LockManager): Promise<boolean> {
  const { held = [], pending = [] } = await locks.query();
  return [...held, ...pending].some(({ name }) => name === PLAYED);
}

/**
 * Runs the task in one of the browser's tabs: the first that asks and can. Others that ask meanwhile do nothing.
 *
 * @param task resolves with whether it could: where not, such as in a tab that may not play, another one does it
 */
export async function inOneTab(task: () => Promise<boolean>): Promise<void> {
  // Web Locks exist on secure origins only; elsewhere each tab is on its own.
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  if (!locks) return void (await task());
  await locks.request(TURN, async () => {
    if (await isPlayed(locks)) return;
    // Asked for within one's turn: whoever has the next one sees it.
    if (await task()) void locks.request(PLAYED, () => pause(HOLD));
  });
}
