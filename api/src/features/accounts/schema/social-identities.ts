import { index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { SOCIAL_TYPES } from '@solvent/contracts';
import { users } from './users.ts';

/** GitHub and Google accounts that sign in to an account here: each to one. */
export const socialIdentities = pgTable(
  'social_identities',
  {
    type: text({ enum: SOCIAL_TYPES }).notNull(),
    /** The provider's own id of the person: it stays when the address there changes. */
    socialId: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.type, table.socialId] }), index('social_identities_user').on(table.userId)],
);
