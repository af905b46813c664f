import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { cascadingReference, primaryId, timestamptz } from '../platform/db/columns.ts';

/** The bytes are in the file store under `storageKey`. */
export const files = pgTable(
  'files',
  {
    id: primaryId(),
    ownerId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    mimeType: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    storageKey: text().notNull(),
    /** Width (px) of a picture in a message or in the media of a module; null for other files. */
    width: integer(),
    height: integer(),
    /** `site`: a picture of the product's pages; `attachment`: a file of a problem; `module`: an archive. */
    purpose: text({ enum: ['site', 'avatar', 'attachment', 'bid', 'delivery', 'message', 'module', 'module-media'] })
      .notNull()
      .default('site'),
    /** `hidden`: formerly public; all content with it was taken down. */
    visibility: text({ enum: ['public', 'private', 'hidden'] }).notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('files_owner').on(table.ownerId)],
);

export type FileRow = typeof files.$inferSelect;

/** Total size of each user's files, maintained by database triggers (migration 0013). */
export const storedBytes = pgTable('stored_bytes', {
  userId: cascadingReference(() => users.id).primaryKey(),
  /** A file counts as 4 KiB at least. */
  bytes: bigint({ mode: 'number' }).notNull(),
});

export const uploadReservations = pgTable(
  'upload_reservations',
  {
    id: primaryId(),
    userId: cascadingReference(() => users.id),
    bytes: bigint({ mode: 'number' }).notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('upload_reservations_user').on(table.userId)],
);
