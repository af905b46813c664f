import { timestamp } from 'drizzle-orm/pg-core';

/** A moment, to the millisecond: what JavaScript's dates hold. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 });
