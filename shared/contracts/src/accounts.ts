import type { IsoTime } from './envelope.ts';

/** Roles (spec 6). */
export const ROLES = ['seeker', 'solver'] as const;
export type Role = (typeof ROLES)[number];

/** A person's own account, as the API answers it (api "Entities"). */
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

/** What `localStorage.user` holds (spec 3): the answered user with its token. */
export type SessionUser = User & { token: string };

/** Who wrote something: what anybody may see on a card. */
export interface PersonSummary {
  _id: string;
  name: string;
  image: string | null;
}

/** What anybody may see of a person (api "Entities"). Never the e-mail address. */
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

/** `POST /auth/signup` (spec 3). `expertiseAreas` for solvers only. */
export interface SignUpBody {
  email: string;
  password: string;
  name: string;
  deviceToken?: string | undefined;
  role: Role;
  expertiseAreas?: string[] | undefined;
}

/** `POST /auth/login` (spec 3). */
export interface LoginBody {
  email: string;
  password: string;
  deviceToken?: string | undefined;
}

/** `POST /auth/verify-email`: a Firebase ID token from the e-mail link. */
export interface VerifyEmailBody {
  idToken: string;
}

/** `PUT /auth/switch-role` (spec 3; `role` defaults to the other role). */
export interface SwitchRoleBody {
  expertiseAreas: string[];
  role?: Role | undefined;
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
