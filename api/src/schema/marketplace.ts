import { desc, sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { files } from './files.ts';
import { cascadingReference, primaryId, timestamptz } from '../platform/db/columns.ts';
import { problems } from './problems.ts';

/** Public questions and answers. Deleting keeps the row and clears `content`; a take-down keeps `content` for the author. */
export const comments = pgTable(
  'comments',
  {
    id: primaryId(),
    problemId: cascadingReference(() => problems.id),
    parentId: uuid().references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    authorId: cascadingReference(() => users.id),
    content: text().notNull(),
    pinned: boolean().notNull().default(false),
    requestKey: text(),
    createdAt: timestamptz().notNull(),
    editedAt: timestamptz(),
    deletedAt: timestamptz(),
  },
  (table) => [
    index('comments_problem').on(table.problemId, table.createdAt, table.id),
    /** Serves index-only scans of questions. */
    index('comments_questions')
      .on(table.problemId, table.createdAt, table.id, table.authorId)
      .where(sql`${table.parentId} IS NULL AND ${table.deletedAt} IS NULL`),
    index('comments_author').on(table.authorId),
    uniqueIndex('comments_request').on(table.authorId, table.requestKey),
  ],
);

export type CommentRow = typeof comments.$inferSelect;

/** Pictures in a problem's text or, with `commentId`, in a comment's. Texts can share a picture. */
export const textPictures = pgTable(
  'text_pictures',
  {
    fileId: cascadingReference(() => files.id),
    problemId: cascadingReference(() => problems.id),
    commentId: uuid().references(() => comments.id, { onDelete: 'cascade' }),
  },
  (table) => [
    unique('text_pictures_place').on(table.fileId, table.problemId, table.commentId).nullsNotDistinct(),
    index('text_pictures_problem').on(table.problemId),
    index('text_pictures_comment').on(table.commentId),
  ],
);

/** Ratings between the parties of an agreement (product 4.12). */
export const personReviews = pgTable(
  'person_reviews',
  {
    id: primaryId(),
    problemId: cascadingReference(() => problems.id),
    authorId: cascadingReference(() => users.id),
    subjectId: cascadingReference(() => users.id),
    rating: integer().notNull(),
    text: text().notNull(),
    createdAt: timestamptz().notNull(),
    /** When both have rated, otherwise the rating deadline. */
    visibleFrom: timestamptz().notNull(),
    takenDownAt: timestamptz(),
  },
  (table) => [
    index('person_reviews_problem').on(table.problemId, table.authorId).concurrently(),
    index('person_reviews_subject').on(table.subjectId, desc(table.createdAt), desc(table.id)),
    check('person_reviews_figures', sql`${table.rating} BETWEEN 1 AND 5 AND ${table.authorId} <> ${table.subjectId}`),
  ],
);
