import { setTimeout as wait } from 'node:timers/promises';

export const POLL_MS = 50;

export async function waitUntil(isTrue: () => boolean | Promise<boolean>, timeout: number): Promise<boolean> {
  const end = performance.now() + timeout;
  while (!(await isTrue())) {
    if (performance.now() > end) return false;
    await wait(POLL_MS);
  }
  return true;
}
