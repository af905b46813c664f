import { jest } from '@jest/globals';
import type { FairSemaphore } from '../platform/concurrency/fair-semaphore.ts';

interface PausedSemaphore {
  /** Resolves with the key of the first caller that waits. */
  firstWaiter: Promise<string>;
  resume(): void;
}

/** Blocks callers that acquire the semaphore from now on. */
export function pauseSemaphore(semaphore: FairSemaphore): PausedSemaphore {
  let resolveResumed = () => {};
  const resumed = new Promise<void>((resolve) => {
    resolveResumed = resolve;
  });
  const acquire = jest.spyOn(semaphore, 'acquire');
  const firstWaiter = new Promise<string>((resolve) => {
    acquire.mockImplementation(async (key) => {
      resolve(key);
      await resumed;
      return () => {};
    });
  });
  const resume = () => {
    acquire.mockRestore();
    resolveResumed();
  };
  return { firstWaiter, resume };
}
