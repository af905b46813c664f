import { bigint, index, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';
import { newId } from '../../../platform/db/new-id.ts';
import { users } from '../../accounts/schema/users.ts';

/** How much each person's files take. Kept by the database itself, whoever writes or deletes files (migration 0013). */
export const storedBytes = pgTable('stored_bytes', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** A file counts as 4 KiB at least. */
  bytes: bigint({ mode: 'number' }).notNull(),
});

/** Uploads that are under way: what they may come to is taken already. */
export const uploadReservations = pgTable(
  'upload_reservations',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    bytes: bigint({ mode: 'number' }).notNull(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [index('upload_reservations_user').on(table.userId)],
);
