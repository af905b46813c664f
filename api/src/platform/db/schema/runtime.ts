import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { PART_ERROR_KINDS } from '@solvent/contracts';
import { newId } from '../new-id.ts';

/** How often a version of a remote was loaded by pages of a channel, and in how many of those loads it failed; by the hour. */
export const runtimeLoads = pgTable(
  'runtime_loads',
  {
    channel: text().notNull(),
    name: text().notNull(),
    version: text().notNull(),
    /** The full hour, UTC. */
    hour: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    loads: integer().notNull().default(0),
    /** At most `loads`: a page in which it failed often counts once. */
    failures: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.channel, table.name, table.version, table.hour] }),
    check('runtime_loads_failures', sql`${table.failures} BETWEEN 0 AND ${table.loads}`),
  ],
);

/** What failed in browsers, for the team that owns it; kept for seven days. It names no person. */
export const runtimeErrors = pgTable(
  'runtime_errors',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    channel: text().notNull(),
    name: text().notNull(),
    version: text().notNull(),
    kind: text({ enum: PART_ERROR_KINDS }).notNull(),
    /** The path's pattern. */
    path: text().notNull(),
    message: text().notNull(),
    stack: text().notNull(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [index('runtime_errors_at').on(table.at)],
);
