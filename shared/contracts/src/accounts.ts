import type { IsoTime } from './envelope.ts';

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
  website: string;
  github: string;
  expertiseAreas: string[];
  memberSince: IsoTime;
  stats: ProfileStats;
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

/** What signs in to an account. */
export interface SignInMethods {
  password: boolean;
  github: boolean;
  google: boolean;
}

/** Answer of `GET /auth/sign-in-methods`. */
export interface SignInMethodsAnswer {
  methods: SignInMethods;
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

/** Who vouches for a social sign-in (product 3.18). */
export const SOCIAL_TYPES = ['github', 'google'] as const;
export type SocialType = (typeof SOCIAL_TYPES)[number];

/** Signing in to an account, or making one (product 3.18). */
export const SOCIAL_METHODS = ['login', 'signup'] as const;
export type SocialMethod = (typeof SOCIAL_METHODS)[number];
