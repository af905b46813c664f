import { jest } from '@jest/globals';
import type { FairSemaphore } from '../platform/concurrency/fair-semaphore.ts';

/** Turns that come when the test says so. */
export interface PausedSemaphore {
  /** Settles as soon as something waits for its turn, with whose it is. */
  firstWaiter: Promise<string>;
  /** Lets it begin; whatever asks from now on is not held up. */
  resume(): void;
}

/** Holds up whatever asks for a turn from now on. */
export function pauseSemaphore(turns: FairSemaphore): PausedSemaphore {
  let come = () => {};
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  const begin = jest.spyOn(turns, 'acquire');
  const awaited = new Promise<string>((resolve) => {
    begin.mockImplementation(async (whose) => {
      resolve(whose);
      await coming;
      return () => {};
    });
  });
  return {
    firstWaiter: awaited,
    resume: () => {
      begin.mockRestore();
      come();
    },
  };
}
