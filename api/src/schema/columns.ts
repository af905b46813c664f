import { uuid } from 'drizzle-orm/pg-core';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** A required foreign key: rows are deleted with the row that they reference. */
export const cascadingReference = (target: () => AnyPgColumn) => uuid().notNull().references(target, { onDelete: 'cascade' });
