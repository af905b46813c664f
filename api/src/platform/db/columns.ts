import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Milliseconds, the precision of JavaScript's dates. */
export const timestamptz = () => timestamp({ withTimezone: true, precision: 3 });

export const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });
