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

/** `POST /auth/signup` (product 3.17). `expertiseAreas` for solvers only. */
export interface SignUpBody {
  email: string;
  password: string;
  name: string;
  /** Where pushes for this session go; empty for nowhere. */
  deviceToken: string;
  role: Role;
  expertiseAreas?: string[] | undefined;
}

/** `POST /auth/login` (product 3.17). */
export interface LoginBody {
  email: string;
  password: string;
  /** Where pushes for this session go; empty for nowhere. */
  deviceToken: string;
}

/** `POST /auth/verify-email`: a Firebase ID token from the e-mail link. */
export interface VerifyEmailBody {
  idToken: string;
}

/** `POST /auth/reset-password`: a Firebase ID token from the e-mail link. Ends all other sessions, and signs in. */
export interface ResetPasswordBody {
  idToken: string;
  password: string;
}

/** `PUT /auth/password`: ends all other sessions. */
export interface ChangePasswordBody {
  currentPassword: string;
  password: string;
}

/** `PUT /auth/profile`: what is absent stays as it is. */
export interface UpdateProfileBody {
  name?: string | undefined;
  headline?: string | undefined;
  /** Markdown. */
  bio?: string | undefined;
  location?: string | undefined;
  website?: string | undefined;
  /** A profile's address; a bare user name is made one. */
  github?: string | undefined;
  expertiseAreas?: string[] | undefined;
  /** The `url` of an own picture from `POST /file-upload`, or null for none. */
  image?: string | null | undefined;
}

/** `PUT /auth/device-token`: where pushes for this session go; null for nowhere. */
export interface DeviceTokenBody {
  deviceToken: string | null;
}

/** `POST /auth/delete-account`: the password, or for who has none a fresh ID token of a popup with an own identity. */
export interface DeleteAccountBody {
  password?: string | undefined;
  idToken?: string | undefined;
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

/** `PUT /auth/switch-role` (product 3.19; `role` defaults to the other role). */
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

/** Answer of `GET /auth/profiles?search=`: at most `PEOPLE_FOUND_MAX`, those whose name begins so first. */
export interface ProfilesAnswer {
  users: (PersonSummary & Pick<User, 'role' | 'headline'>)[];
}
