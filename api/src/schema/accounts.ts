import { ROLES, SOCIAL_TYPES } from '@solvent/contracts';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { cascadingReference, primaryId, timestamptz } from '../platform/db/columns.ts';

/** Users with a verified email address. No other table refers to pending sign-ups. */
export const users = pgTable(
  'users',
  {
    id: primaryId(),
    name: text().notNull(),
    /** Lower-case. */
    email: text().notNull().unique(),
    /** Null if only GitHub or Google accounts sign in. */
    passwordHash: text(),
    role: text({ enum: ROLES }).notNull(),
    expertiseAreas: text().array().notNull().default([]),
    image: text(),
    headline: text().notNull().default(''),
    bio: text().notNull().default(''),
    location: text().notNull().default(''),
    /** ISO 3166-1 alpha-2, or empty. */
    country: text().notNull().default(''),
    /** IANA name, or empty. */
    timeZone: text().notNull().default(''),
    website: text().notNull().default(''),
    github: text().notNull().default(''),
    showsEmail: boolean().notNull().default(false),
    createdAt: timestamptz().notNull().defaultNow(),
    /** Set by `solvent accounts suspend`; blocks sign-in. */
    suspendedAt: timestamptz(),
    /** The row stays without personal data, because the user's content refers to it. */
    deletedAt: timestamptz(),
  },
  (table) => [
    /** `name_words` is defined in migration 0007. */
    index('users_names')
      .using('gin', sql`name_words(${table.name})`)
      .where(sql`${table.deletedAt} IS NULL`),
    index('users_areas')
      .using('gin', sql`lower_all(${table.expertiseAreas})`)
      .where(sql`${table.role} = 'solver' AND ${table.deletedAt} IS NULL`),
  ],
);

export type UserRow = typeof users.$inferSelect;

/** Blocked users (product 4.24). */
export const personBlocks = pgTable(
  'person_blocks',
  {
    blockerId: cascadingReference(() => users.id),
    blockedId: cascadingReference(() => users.id),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blockerId, table.blockedId] }),
    index('person_blocks_blocked').on(table.blockedId),
    check('person_blocks_others', sql`${table.blockerId} <> ${table.blockedId}`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: primaryId(),
    userId: cascadingReference(() => users.id),
    /** SHA-256 of the token, in hex. */
    tokenHash: text().notNull().unique(),
    userAgent: text().notNull(),
    deviceToken: text().unique(),
    createdAt: timestamptz().notNull(),
    lastUsedAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** Sign-ups whose address is not verified; several may have the same address. */
export const pendingSignUps = pgTable(
  'pending_sign_ups',
  {
    /** Becomes the user's id. */
    id: primaryId(),
    email: text().notNull(),
    /** SHA-256 of the pending token, in hex. */
    tokenHash: text().notNull().unique(),
    name: text().notNull(),
    /** Null for a sign-up with GitHub or Google. */
    passwordHash: text(),
    /** The GitHub or Google account to link, as in `socialIdentities`. */
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

/** Devices that signed in before and have limits of their own (auth/sessions.ts). */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** SHA-256 of the user id and the device's secret, in hex, so that users of one device can't be correlated. */
    secretHash: text().primaryKey(),
    userId: cascadingReference(() => users.id),
    /** Wrong passwords since the last sign-in. */
    failures: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
    lastUsedAt: timestamptz().notNull(),
  },
  (table) => [index('known_devices_user').on(table.userId)],
);

export const recentWrites = pgTable('recent_writes', {
  userId: cascadingReference(() => users.id).primaryKey(),
  at: timestamptz().notNull(),
});

export type SessionRow = typeof sessions.$inferSelect;

export type PendingSignUpRow = typeof pendingSignUps.$inferSelect;

export const socialIdentities = pgTable(
  'social_identities',
  {
    type: text({ enum: SOCIAL_TYPES }).notNull(),
    /** Stable id at the provider. */
    socialId: text().notNull(),
    userId: cascadingReference(() => users.id),
    /** Login at GitHub or address at Google, as of the last sign-in; null if the provider returned none. */
    account: text(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.type, table.socialId] }), index('social_identities_user').on(table.userId)],
);

export type SocialIdentityRow = typeof socialIdentities.$inferSelect;
