import { getRandomValues } from 'node:crypto';
import { UUID } from 'uuidv7';

/** In milliseconds. */
export const hours = (count: number): number => count * 3_600_000;
/** In milliseconds. */
export const days = (count: number): number => hours(count * 24);

/** Times of the demo data, counted back from the moment of seeding. */
export interface Clock {
  now: Date;
  /** The moment `age` milliseconds ago. */
  ago(age: number): Date;
}

/** A {@link Clock} that is fixed at `now`. */
export const clockAt = (now: Date): Clock => ({ now, ago: (age) => new Date(now.getTime() - age) });

/** An id as it would have been made at that moment: ids sort by time (product 11.3). */
export function idAt(time: Date): string {
  const [randA = 0, randHigh = 0, randLow = 0] = getRandomValues(new Uint32Array(3));
  return UUID.fromFieldsV7(time.getTime(), randA & 0xfff, randHigh & 0x3fffffff, randLow).toString();
}
