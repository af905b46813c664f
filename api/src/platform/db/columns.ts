import { timestamp } from 'drizzle-orm/pg-core';

/** A moment, to the millisecond: what JavaScript's dates hold. */
export const timestamptz = () => timestamp({ withTimezone: true, precision: 3 });
