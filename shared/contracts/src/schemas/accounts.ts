import { ROLES, SOCIAL_TYPES } from '../accounts.ts';
import { CATEGORY_VALUES } from '../problems.ts';
import { personSchema, ratingFields } from './common.ts';
import { json } from './json.ts';
import type { TypeOf } from './json.ts';

const foundPersonSchema = json.extend(personSchema, { role: json.oneOf(ROLES), headline: json.text });

const publicUserSchema = json.extend(foundPersonSchema, {
  bio: json.text,
  location: json.text,
  /** ISO 3166-1 alpha-2, empty if not set; `timeZone` is an IANA name. */
  country: json.text,
  timeZone: json.text,
  website: json.text,
  github: json.text,
  expertiseAreas: json.list(json.text),
});

const ownFields = { email: json.text, isEmailVerified: json.boolean, createdAt: json.time };
export const userSchema = json.named('OwnUser').extend(publicUserSchema, ownFields);
export type OwnUser = TypeOf<typeof userSchema>;

const signedInUserSchema = json.named('User').extend(publicUserSchema, ownFields, {
  /** Only in responses to sign-up, sign-in, social sign-in and verification. */
  token: json.text,
});
export type User = TypeOf<typeof signedInUserSchema>;

/** Content of `localStorage.user` (product 3.1). */
export type SessionUser = User & { token: string };

export const ownUserResponse = json.object({ user: userSchema });
export const signedInResponse = json.object({ user: signedInUserSchema });
export type UserResponse = TypeOf<typeof signedInResponse>;

const profileStatsSchema = json.named('ProfileStats').object({
  problemsPosted: json.integer,
  problemsSolved: json.integer,
  bidsAccepted: json.integer,
  ...ratingFields,
  /** Percentage of posted problems, no longer open, with an accepted bid; null if there are too few. */
  hireRate: json.integerOrNull,
  /** Median time to reply to recent messages, in minutes; null if there are too few messages. */
  replyMinutes: json.integerOrNull,
});
export type ProfileStats = TypeOf<typeof profileStatsSchema>;
export type PersonRating = Pick<ProfileStats, 'rating' | 'ratingCount'>;

const verifiedSchema = json.named('Verified').object({
  email: json.boolean,
  /** Whether the user can sign in with a GitHub account. The `github` field of the profile may name another account. */
  github: json.boolean,
  githubLogin: json.textOrNull,
});
export type Verified = TypeOf<typeof verifiedSchema>;

const solvedWorkSchema = json.named('SolvedWork').object({
  _id: json.id,
  title: json.text,
  category: json.oneOf(CATEGORY_VALUES),
  /** 1 to 5 by the poster; null if absent or not yet visible. */
  rating: json.integerOrNull,
  solvedAt: json.time,
});
export type SolvedWork = TypeOf<typeof solvedWorkSchema>;

const personReviewSchema = json.named('PersonReview').object({
  _id: json.id,
  rating: json.integer,
  text: json.text,
  author: personSchema,
  problem: json.object({ _id: json.id, title: json.text }),
  createdAt: json.time,
});
export type PersonReview = TypeOf<typeof personReviewSchema>;

const publicProfileSchema = json.named('PublicProfile').extend(publicUserSchema, {
  memberSince: json.time,
  verified: verifiedSchema,
  stats: profileStatsSchema,
  reviews: json.list(personReviewSchema),
  solvedWork: json.list(solvedWorkSchema),
  blockedByMe: json.boolean,
});
export type PublicProfile = TypeOf<typeof publicProfileSchema>;

export const publicProfileResponse = json.object({ user: publicProfileSchema });
export type PublicProfileResponse = TypeOf<typeof publicProfileResponse>;

/** Of `GET /auth/profiles?search=`: at most `PEOPLE_FOUND_MAX`, names that begin with the search first. */
export const profilesResponse = json.object({ users: json.list(foundPersonSchema) });
export type ProfilesResponse = TypeOf<typeof profilesResponse>;

const sessionSchema = json.named('SessionSummary').object({
  _id: json.id,
  userAgent: json.text,
  createdAt: json.time,
  lastUsedAt: json.time,
  current: json.boolean,
});
export type SessionSummary = TypeOf<typeof sessionSchema>;

export const sessionsResponse = json.object({ sessions: json.list(sessionSchema) });
export type SessionsResponse = TypeOf<typeof sessionsResponse>;

const linkedIdentitySchema = json.named('LinkedIdentity').object({
  type: json.oneOf(SOCIAL_TYPES),
  id: json.text,
  account: json.textOrNull,
  linkedAt: json.time,
});
export type LinkedIdentity = TypeOf<typeof linkedIdentitySchema>;

const signInMethodsSchema = json
  .named('SignInMethods')
  .object({ password: json.boolean, identities: json.list(linkedIdentitySchema) });
export type SignInMethods = TypeOf<typeof signInMethodsSchema>;

export const signInMethodsResponse = json.object({ methods: signInMethodsSchema });
export type SignInMethodsResponse = TypeOf<typeof signInMethodsResponse>;

export const resetLinkResponse = json.object({ identities: json.list(linkedIdentitySchema) });
export type ResetLinkResponse = TypeOf<typeof resetLinkResponse>;

const blockedPersonSchema = json.named('BlockedPerson').extend(personSchema, { blockedAt: json.time });
export type BlockedPerson = TypeOf<typeof blockedPersonSchema>;

export const blocksResponse = json.object({ people: json.list(blockedPersonSchema) });
export type BlocksResponse = TypeOf<typeof blocksResponse>;

export const blockResponse = json.object({ blockedByMe: json.boolean });
export type BlockResponse = TypeOf<typeof blockResponse>;
