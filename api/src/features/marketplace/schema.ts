import { desc, sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { users } from '../accounts/schema.ts';
import { files } from '../files/schema.ts';
import { newId } from '../../platform/db/new-id.ts';
import { timestamptz } from '../../platform/db/columns.ts';
import { problems } from './problems/schema.ts';

export * from './agreements/schema.ts';
export * from './bids/schema.ts';
export * from './problems/schema.ts';

/** Public questions and answers under problems. A deleted one stays, without its words, while it has answers; so does one that is taken down, whose words are shown to its author alone. */
export const comments = pgTable(
  'comments',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    problemId: uuid()
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    parentId: uuid().references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    authorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Markdown; empty once deleted. */
    content: text().notNull(),
    pinned: boolean().notNull().default(false),
    /** The author's Idempotency-Key: the same one never makes a second comment. */
    requestKey: text(),
    createdAt: timestamptz().notNull(),
    editedAt: timestamptz(),
    /** When its author deleted it; or when it was taken down, and then its words are kept. */
    deletedAt: timestamptz(),
  },
  (table) => [
    index('comments_problem').on(table.problemId, table.createdAt, table.id),
    /** The questions under a problem, in their order, and whose they are: read without the rows. */
    index('comments_questions')
      .on(table.problemId, table.createdAt, table.id, table.authorId)
      .where(sql`${table.parentId} IS NULL AND ${table.deletedAt} IS NULL`),
    index('comments_author').on(table.authorId),
    uniqueIndex('comments_request').on(table.authorId, table.requestKey),
  ],
);

export type CommentRow = typeof comments.$inferSelect;

/** Pictures that texts show: a problem's, or with `commentId` those of a question or an answer under it. Several texts may show one. */
export const textPictures = pgTable(
  'text_pictures',
  {
    fileId: uuid()
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    problemId: uuid()
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    commentId: uuid().references(() => comments.id, { onDelete: 'cascade' }),
  },
  (table) => [
    unique('text_pictures_place').on(table.fileId, table.problemId, table.commentId).nullsNotDistinct(),
    index('text_pictures_problem').on(table.problemId),
    index('text_pictures_comment').on(table.commentId),
  ],
);

/** What seeker and solver of an agreement say of each other once it is solved or ended, once each (product 4.12). */
export const personReviews = pgTable(
  'person_reviews',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    problemId: uuid()
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    authorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    subjectId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** 1 to 5. */
    rating: integer().notNull(),
    text: text().notNull(),
    createdAt: timestamptz().notNull(),
    /** From when others see it: once both have rated, else at the end of the time for rating. */
    visibleFrom: timestamptz().notNull(),
    takenDownAt: timestamptz(),
  },
  (table) => [
    index('person_reviews_problem').on(table.problemId, table.authorId).concurrently(),
    index('person_reviews_subject').on(table.subjectId, desc(table.createdAt), desc(table.id)),
    check('person_reviews_figures', sql`${table.rating} BETWEEN 1 AND 5 AND ${table.authorId} <> ${table.subjectId}`),
  ],
);
