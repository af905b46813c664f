import type { IsoTime } from './envelope.ts';
import type { PersonSummary } from './schemas/common.ts';
import type { Category } from './problems.ts';

export const ROLES = ['seeker', 'solver'] as const;
export type Role = (typeof ROLES)[number];

export interface User {
  _id: string;
  name: string;
  email: string;
  image: string | null;
  role: Role;
  expertiseAreas: string[];
  isEmailVerified: boolean;
  headline: string;
  bio: string;
  location: string;
  /** ISO 3166-1 alpha-2, empty if not set; `timeZone` is an IANA name. */
  country: string;
  timeZone: string;
  website: string;
  github: string;
  createdAt: IsoTime;
  /** Only in responses to sign-up, sign-in, social sign-in and verification. */
  token?: string;
}

/** Content of `localStorage.user` (product 3.1). */
export type SessionUser = User & { token: string };

/** Shown instead of the name of a deleted account, which has no profile page. */
export const DELETED_PERSON_NAME = 'Deleted user';

export interface PersonRating {
  /** Mean of 1 to 5 stars; null without ratings. */
  rating: number | null;
  ratingCount: number;
}

export interface ProfileStats extends PersonRating {
  problemsPosted: number;
  problemsSolved: number;
  bidsAccepted: number;
  /** Percentage of posted problems, no longer open, with an accepted bid; null if there are too few. */
  hireRate: number | null;
  /** Median time to reply to recent messages, in minutes; null if there are too few messages. */
  replyMinutes: number | null;
}

export interface Verified {
  email: boolean;
  /** Whether the user can sign in with a GitHub account. The `github` field of the profile may name another account. */
  github: boolean;
  githubLogin: string | null;
}

export interface SolvedWork {
  _id: string;
  title: string;
  category: Category;
  /** 1 to 5 by the poster; null if absent or not yet visible. */
  rating: number | null;
  solvedAt: IsoTime;
}

export interface PersonReview {
  _id: string;
  rating: number;
  text: string;
  author: PersonSummary;
  problem: { _id: string; title: string };
  createdAt: IsoTime;
}

export interface PublicProfile {
  _id: string;
  name: string;
  image: string | null;
  role: Role;
  headline: string;
  bio: string;
  location: string;
  country: string;
  timeZone: string;
  website: string;
  github: string;
  expertiseAreas: string[];
  verified: Verified;
  memberSince: IsoTime;
  stats: ProfileStats;
  solvedWork: SolvedWork[];
  blockedByMe: boolean;
  reviews: PersonReview[];
}

export interface SessionSummary {
  _id: string;
  userAgent: string;
  createdAt: IsoTime;
  lastUsedAt: IsoTime;
  current: boolean;
}

export interface LinkedIdentity {
  type: SocialType;
  id: string;
  account: string | null;
  linkedAt: IsoTime;
}

export interface SignInMethods {
  password: boolean;
  identities: LinkedIdentity[];
}

export interface SignInMethodsResponse {
  methods: SignInMethods;
}

export interface ResetLinkResponse {
  identities: LinkedIdentity[];
}

export interface UserResponse {
  user: User;
}

export interface PublicProfileResponse {
  user: PublicProfile;
}

export interface SessionsResponse {
  sessions: SessionSummary[];
}

/** Response of `GET /auth/profiles?search=`: at most `PEOPLE_FOUND_MAX`, names that begin with the search first. */
export interface ProfilesResponse {
  users: (PersonSummary & Pick<User, 'role' | 'headline'>)[];
}

export type BlockedPerson = PersonSummary & { blockedAt: IsoTime };

export interface BlocksResponse {
  people: BlockedPerson[];
}

export interface BlockResponse {
  blockedByMe: boolean;
}

export const SOCIAL_TYPES = ['github', 'google'] as const;
export type SocialType = (typeof SOCIAL_TYPES)[number];

export const SOCIAL_METHODS = ['login', 'signup'] as const;
export type SocialMethod = (typeof SOCIAL_METHODS)[number];
