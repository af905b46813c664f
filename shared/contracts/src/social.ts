import type { Role } from './accounts.ts';

/** Who vouches for a social sign-in (product 3.18). */
export const SOCIAL_TYPES = ['github', 'google'] as const;
export type SocialType = (typeof SOCIAL_TYPES)[number];

/** Signing in to an account, or making one (product 3.18). */
export const SOCIAL_METHODS = ['login', 'signup'] as const;
export type SocialMethod = (typeof SOCIAL_METHODS)[number];

/**
 * `POST /auth/social-auth` (product 3.18 and 11.11). The server believes `idToken` alone and refuses a payload that
 * says otherwise. `role` and `expertiseAreas` with `signup` only.
 */
export interface SocialAuthBody {
  email: string;
  /** The provider's own id of the person. */
  socialId: string;
  socialType: SocialType;
  socialMethod: SocialMethod;
  name: string;
  image: string | null;
  role?: Role | undefined;
  expertiseAreas?: string[] | undefined;
  /** Where pushes for this session go; empty for nowhere. */
  deviceToken: string;
  /** Firebase's ID token of the popup. */
  idToken: string;
}
