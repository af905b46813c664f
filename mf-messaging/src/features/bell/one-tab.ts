const LOCK = 'solvent-notification-sound';

/** All tabs hear of a message within this many milliseconds; the one that plays keeps the others silent as long. */
const HOLD = 1000;

const pause = (duration: number) => new Promise((resolve) => setTimeout(resolve, duration));

/** Runs the task in one of the browser's tabs: the first that asks. Others that ask meanwhile do nothing. */
export async function inOneTab(task: () => Promise<void>): Promise<void> {
  // Web Locks exist on secure origins only; elsewhere each tab is on its own.
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  if (!locks) return task();
  await locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await task();
    await pause(HOLD);
  });
}
