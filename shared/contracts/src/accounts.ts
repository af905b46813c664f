import type { IsoTime } from './envelope.ts';
import type { Category } from './problems.ts';

/** Roles (product 6.1). */
export const ROLES = ['seeker', 'solver'] as const;
export type Role = (typeof ROLES)[number];

/** A person's own account, as the API answers it (product 3.3). */
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
  /** ISO 3166-1 alpha-2; empty where it is not said. So is the next, a name of the IANA's. */
  country: string;
  timeZone: string;
  website: string;
  github: string;
  createdAt: IsoTime;
  /** Only in the answers of sign-up, sign-in, social sign-in and verification. */
  token?: string;
}

/** What `localStorage.user` holds (product 3.1): the answered user with its token. */
export type SessionUser = User & { token: string };

/** The name that stands for a person whose account was deleted; such a person has no page. */
export const DELETED_PERSON_NAME = 'Deleted user';

/** Who wrote something: what anybody may see on a card. */
export interface PersonSummary {
  _id: string;
  name: string;
  image: string | null;
}

/** What others say of a person, in stars. */
export interface PersonRating {
  /** Mean of all stars given, 1 to 5; null while nobody has rated the person. */
  rating: number | null;
  ratingCount: number;
}

/** What a person has done here, in whole numbers. */
export interface ProfileStats extends PersonRating {
  problemsPosted: number;
  problemsSolved: number;
  bidsAccepted: number;
  /** Of the problems that the person posted and that are not open, how many of a hundred came to an accepted bid; null of too few. */
  hireRate: number | null;
  /** How long the person usually takes to answer a message, in minutes (median of the latest); null of too few. */
  replyMinutes: number | null;
}

/** What was verified of a person (product 4.24). */
export interface Verified {
  /** The address was proven by an emailed link: without that no one has an account. */
  email: boolean;
  /** A GitHub account signs in to this one. The GitHub profile that the person typed may be another one. */
  github: boolean;
  /** Name of that GitHub account, where GitHub returned it. */
  githubLogin: string | null;
}

/** A problem that somebody solved for its poster. */
export interface SolvedWork {
  _id: string;
  title: string;
  category: Category;
  /** What the poster said of it, 1 to 5; null while nobody may see that, or where nothing was said. */
  rating: number | null;
  solvedAt: IsoTime;
}

/** What the other side of a solved problem says of a person (product 4.12). */
export interface PersonReview {
  _id: string;
  /** 1 to 5, whole. */
  rating: number;
  text: string;
  author: PersonSummary;
  problem: { _id: string; title: string };
  createdAt: IsoTime;
}

/** What anybody may see of a person (product 3.5). Never the e-mail address. */
export interface PublicProfile {
  _id: string;
  name: string;
  image: string | null;
  role: Role;
  headline: string;
  bio: string;
  location: string;
  /** As in `User`. */
  country: string;
  timeZone: string;
  website: string;
  github: string;
  expertiseAreas: string[];
  verified: Verified;
  memberSince: IsoTime;
  stats: ProfileStats;
  /** The latest problems solved for others, newest first; at most `SOLVED_WORK_MAX`. */
  solvedWork: SolvedWork[];
  /** Whether the caller has blocked the person (product 4.24). */
  blockedByMe: boolean;
  /** The latest, newest first; at most ten. */
  reviews: PersonReview[];
}

/** A signed-in device of one's own, in `GET /auth/sessions`. */
export interface SessionSummary {
  _id: string;
  /** What the browser says of itself. */
  userAgent: string;
  createdAt: IsoTime;
  /** To within some minutes. */
  lastUsedAt: IsoTime;
  /** True for the session that asks. */
  current: boolean;
}

/** A GitHub or Google account that signs in to an account. */
export interface LinkedIdentity {
  type: SocialType;
  /** The provider's own id of the person. */
  id: string;
  /** Login at GitHub or address at Google, where the provider returned it. */
  account: string | null;
  linkedAt: IsoTime;
}

/** Ways to sign in to an account. */
export interface SignInMethods {
  password: boolean;
  /** The oldest first. */
  identities: LinkedIdentity[];
}

/** Answer of `GET /auth/sign-in-methods`, and of the calls that add and remove one. */
export interface SignInMethodsAnswer {
  methods: SignInMethods;
}

/** Answer of `POST /auth/reset-password/link`: what else signs in to the account of the link. */
export interface ResetLinkAnswer {
  identities: LinkedIdentity[];
}

/** Answer of every call that signs a person in or changes the account. */
export interface UserAnswer {
  user: User;
}

/** Answer of `GET /auth/profile/{id}`. */
export interface PublicProfileAnswer {
  user: PublicProfile;
}

/** Answer of `GET /auth/sessions`, the last used first. */
export interface SessionsAnswer {
  sessions: SessionSummary[];
}

/** Answer of `GET /auth/profiles?search=`: at most `PEOPLE_FOUND_MAX`, those whose name begins so first. */
export interface ProfilesAnswer {
  users: (PersonSummary & Pick<User, 'role' | 'headline'>)[];
}

/** Somebody whom the caller has blocked. */
export type BlockedPerson = PersonSummary & { blockedAt: IsoTime };

/** Answer of `GET /auth/blocks`, the latest first. */
export interface BlocksAnswer {
  people: BlockedPerson[];
}

/** Answer of `PUT` and `DELETE /auth/profile/{id}/block`. */
export interface BlockAnswer {
  blockedByMe: boolean;
}

/** Who vouches for a social sign-in (product 3.18). */
export const SOCIAL_TYPES = ['github', 'google'] as const;
export type SocialType = (typeof SOCIAL_TYPES)[number];

/** Signing in to an account, or making one (product 3.18). */
export const SOCIAL_METHODS = ['login', 'signup'] as const;
export type SocialMethod = (typeof SOCIAL_METHODS)[number];
