import { setTimeout } from 'node:timers/promises';

/** Polls until the test's own timeout. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(20);
}
