import { jest } from '@jest/globals';
import type { Turns } from '../platform/turns/turns.ts';

/** Turns that come when the test says so. */
export interface HeldTurns {
  /** Settles as soon as something waits for its turn. */
  isAwaited: Promise<void>;
  come(): void;
}

/** Holds up whatever asks for a turn from now on. */
export function heldTurns(turns: Turns): HeldTurns {
  let come = () => {};
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  const isAwaited = new Promise<void>((resolve) => {
    jest.spyOn(turns, 'begin').mockImplementation(async () => {
      resolve();
      await coming;
      return () => {};
    });
  });
  return { isAwaited, come };
}
