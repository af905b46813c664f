import { desc, sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { newId } from '../../../platform/db/new-id.ts';
import { problems } from './problems.ts';
import { users } from '../../accounts/schema/users.ts';

const moment = () => timestamp({ withTimezone: true, precision: 3 });

/** What seeker and solver of a solved problem say of each other, once each (api "Review of a person"). */
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
    createdAt: moment().notNull(),
    /** From when others see it: once both have rated, else at the end of the time for rating. */
    visibleFrom: moment().notNull(),
  },
  (table) => [
    unique('person_reviews_once').on(table.problemId, table.authorId),
    index('person_reviews_subject').on(table.subjectId, desc(table.createdAt), desc(table.id)),
    check('person_reviews_figures', sql`${table.rating} BETWEEN 1 AND 5 AND ${table.authorId} <> ${table.subjectId}`),
  ],
);
