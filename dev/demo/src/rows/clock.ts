import { getRandomValues } from 'node:crypto';
import { UUID } from 'uuidv7';

export const hoursInMs = (count: number): number => count * 3_600_000;
export const daysInMs = (count: number): number => hoursInMs(count * 24);

/** Calculates times of the demo data, which are ages at the time of seeding. */
export interface Clock {
  now: Date;
  /** Returns the time `age` milliseconds before `now`. */
  ago(age: number): Date;
}

export const createClock = (now: Date): Clock => ({ now, ago: (age) => new Date(now.getTime() - age) });

/** Creates an id for a row of this time, because ids sort by time (product 11.3). */
export function createIdAt(time: Date): string {
  const [randA = 0, randHigh = 0, randLow = 0] = getRandomValues(new Uint32Array(3));
  return UUID.fromFieldsV7(time.getTime(), randA & 0xfff, randHigh & 0x3fffffff, randLow).toString();
}
