import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { ROLES } from '@solvent/contracts';
import { newId } from '../../../platform/db/new-id.ts';

/** People whose e-mail address is proven. Nobody else is in any table that others read. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    name: text().notNull(),
    /** Lower-case. */
    email: text().notNull().unique(),
    /** Null for whoever signs in with GitHub or Google alone. */
    passwordHash: text(),
    role: text({ enum: ROLES }).notNull(),
    expertiseAreas: text().array().notNull().default([]),
    image: text(),
    headline: text().notNull().default(''),
    bio: text().notNull().default(''),
    location: text().notNull().default(''),
    website: text().notNull().default(''),
    github: text().notNull().default(''),
    /** Whether their modules show their address. */
    showsEmail: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    /** Set once the account is deleted: the row stays for what the person wrote, with nothing personal in it. */
    deletedAt: timestamp({ withTimezone: true, precision: 3 }),
  },
  (table) => [
    /** Words of names, for finding people (the function: migration 0007). */
    index('users_names')
      .using('gin', sql`name_words(${table.name})`)
      .where(sql`${table.deletedAt} IS NULL`),
  ],
);

export type UserRow = typeof users.$inferSelect;
