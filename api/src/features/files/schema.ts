import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/schema.ts';
import { newId } from '../../platform/db/new-id.ts';
import { timestamptz } from '../../platform/db/columns.ts';

/** Pictures and documents; their bytes lie in the file store under `storageKey`. */
export const files = pgTable(
  'files',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    /** Absent: it belongs to the product. */
    ownerId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    mimeType: text().notNull(),
    /** Bytes. */
    size: integer().notNull(),
    /** SHA-256 of the content, in hex. */
    sha256: text().notNull(),
    storageKey: text().notNull(),
    /** Of a picture in a message (px). */
    width: integer(),
    height: integer(),
    /** What it is for: a picture of the product's own pages, or a person's; a file of a problem, of a bid, of a delivery, or of a message; a module's archive, or its pictures and videos. */
    purpose: text({ enum: ['site', 'avatar', 'attachment', 'bid', 'delivery', 'message', 'module', 'module-media'] })
      .notNull()
      .default('site'),
    /**
     * Everyone may read `public`: pictures of public pages. `hidden`: formerly public, until all content with it was taken down.
     */
    visibility: text({ enum: ['public', 'private', 'hidden'] }).notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('files_owner').on(table.ownerId)],
);

export type FileRow = typeof files.$inferSelect;

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
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('upload_reservations_user').on(table.userId)],
);
