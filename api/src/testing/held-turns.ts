import { jest } from '@jest/globals';
import type { Turns } from '../platform/turns/turns.ts';

/** Turns that come when the test says so. */
export interface HeldTurns {
  /** Settles as soon as something waits for its turn, with whose it is. */
  awaited: Promise<string>;
  /** Lets it begin; whatever asks from now on is not held up. */
  come(): void;
}

/** Holds up whatever asks for a turn from now on. */
export function heldTurns(turns: Turns): HeldTurns {
  let come = () => {};
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  const begin = jest.spyOn(turns, 'begin');
  const awaited = new Promise<string>((resolve) => {
    begin.mockImplementation(async (whose) => {
      resolve(whose);
      await coming;
      return () => {};
    });
  });
  return {
    awaited,
    come: () => {
      begin.mockRestore();
      come();
    },
  };
}
