import { boolean, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { newId } from '../../../platform/db/new-id.ts';
import { problems } from './problems.ts';
import { users } from '../../accounts/schema/users.ts';

const moment = () => timestamp({ withTimezone: true, precision: 3 });

/** Public questions and answers under problems. A deleted one stays, without its words, while it has answers. */
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
    createdAt: moment().notNull(),
    editedAt: moment(),
    deletedAt: moment(),
  },
  (table) => [
    index('comments_problem').on(table.problemId, table.createdAt, table.id),
    index('comments_author').on(table.authorId),
    uniqueIndex('comments_request').on(table.authorId, table.requestKey),
  ],
);

export type CommentRow = typeof comments.$inferSelect;
