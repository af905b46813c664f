import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { newId } from './new-id.ts';

export const primaryId = () => uuid().primaryKey().$defaultFn(newId);

/** Milliseconds, the precision of JavaScript's dates. */
export const timestamptz = () => timestamp({ withTimezone: true, precision: 3 });

export const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Defines a required foreign key whose rows are deleted with the row that they reference. */
export const cascadingReference = (target: () => AnyPgColumn) => uuid().notNull().references(target, { onDelete: 'cascade' });
