/** How often something is asked again (ms). */
export const POLL_MS = 50;

export const rest = (time: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, time);
  });

/** Settles with true as soon as something holds, with false where it does not in time (ms). */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>, timeout: number): Promise<boolean> {
  const end = performance.now() + timeout;
  while (!(await isTrue())) {
    if (performance.now() > end) return false;
    await rest(POLL_MS);
  }
  return true;
}
