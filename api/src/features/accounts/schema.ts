import { ROLES, SOCIAL_TYPES } from '@solvent/contracts';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/db/columns.ts';
import { newId } from '../../platform/db/new-id.ts';

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
    /** ISO 3166-1 alpha-2; empty where it is not said. So is the next, a name of the IANA's. */
    country: text().notNull().default(''),
    timeZone: text().notNull().default(''),
    website: text().notNull().default(''),
    github: text().notNull().default(''),
    /** Whether their modules show their address. */
    showsEmail: boolean().notNull().default(false),
    createdAt: timestamptz().notNull().defaultNow(),
    /** Since when the person may not sign in (`solvent accounts suspend`). */
    suspendedAt: timestamptz(),
    /** Set once the account is deleted: the row stays for what the person wrote, with nothing personal in it. */
    deletedAt: timestamptz(),
  },
  (table) => [
    /** Words of names, for finding people (the function: migration 0007). */
    index('users_names')
      .using('gin', sql`name_words(${table.name})`)
      .where(sql`${table.deletedAt} IS NULL`),
    /** For finding solvers by what they can do. */
    index('users_areas')
      .using('gin', sql`lower_all(${table.expertiseAreas})`)
      .where(sql`${table.role} = 'solver' AND ${table.deletedAt} IS NULL`),
  ],
);

export type UserRow = typeof users.$inferSelect;

/** Who wants nothing to do with whom (product 4.24). */
export const personBlocks = pgTable(
  'person_blocks',
  {
    blockerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blockedId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blockerId, table.blockedId] }),
    index('person_blocks_blocked').on(table.blockedId),
    check('person_blocks_others', sql`${table.blockerId} <> ${table.blockedId}`),
  ],
);

/** Signed-in devices. The token itself is with its owner only. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, in hex. */
    tokenHash: text().notNull().unique(),
    userAgent: text().notNull(),
    /** The push token of this device; null where push is off. It goes with the session. */
    deviceToken: text().unique(),
    createdAt: timestamptz().notNull(),
    lastUsedAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** Sign-ups whose e-mail address is not proven yet: what each of them asked for, until one of them proves it. */
export const pendingSignUps = pgTable(
  'pending_sign_ups',
  {
    /** Becomes the user's id. */
    id: uuid().primaryKey().$defaultFn(newId),
    email: text().notNull(),
    /** SHA-256 of the pending token, in hex. */
    tokenHash: text().notNull().unique(),
    name: text().notNull(),
    /** Null for a sign-up with GitHub or Google. */
    passwordHash: text(),
    /** The GitHub or Google account that signs in once the address is proven; the last as in `socialIdentities`. */
    socialType: text({ enum: SOCIAL_TYPES }),
    socialId: text(),
    socialAccount: text(),
    role: text({ enum: ROLES }).notNull(),
    expertiseAreas: text().array().notNull().default([]),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [
    index('pending_sign_ups_email').on(table.email, table.createdAt),
    index('pending_sign_ups_social').on(table.socialType, table.socialId),
  ],
);

/** Devices that signed in before: what strangers do to an account does not count for its own (auth/devices.ts). */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** SHA-256 of the person and the device's secret, in hex: two people of one device have nothing in common here. */
    secretHash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Wrong passwords since the last right one. */
    failures: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
    lastUsedAt: timestamptz().notNull(),
  },
  (table) => [index('known_devices_user').on(table.userId)],
);

/** When people last wrote something, where a replica of the database is read from (recent-writes.ts). */
export const recentWrites = pgTable('recent_writes', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  at: timestamptz().notNull(),
});

export type SessionRow = typeof sessions.$inferSelect;

export type PendingSignUpRow = typeof pendingSignUps.$inferSelect;

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
    /** Login at GitHub or address at Google, as of the last sign-in; null where the provider returned none. */
    account: text(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.type, table.socialId] }), index('social_identities_user').on(table.userId)],
);

export type SocialIdentityRow = typeof socialIdentities.$inferSelect;
