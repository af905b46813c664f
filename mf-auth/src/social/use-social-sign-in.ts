import type { SocialAuthBody, SocialType, User, UserAnswer } from '@solvent/contracts';
import { http } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useRef, useState } from 'react';
import { requireUser, getDeviceHeaders } from '../api/account.ts';
import { getPushToken, startSession } from '../api/sign-in.ts';
import { IdentityError } from '../identity/identity-error.ts';
import { identity } from '../identity/identity.ts';

/** Signing in, or the account that is to be made. */
export type SocialRequest = Pick<SocialAuthBody, 'socialMethod' | 'role' | 'expertiseAreas'>;

/**
 * Has the provider vouch for the person in a popup, then `POST /auth/social-auth`.
 *
 * @param onClosed the popup is closed, and nothing is decided yet
 * @throws IdentityError when the popup fails, ApiError when the server refuses
 */
async function socialAuth(socialType: SocialType, request: SocialRequest, onClosed: () => void): Promise<User> {
  const socialIdentity = await identity.signInWithProvider(socialType, onClosed);
  const body: SocialAuthBody = { ...socialIdentity, ...request, socialType, deviceToken: getPushToken() };
  const { data } = await http.post<UserAnswer>('/auth/social-auth', body, { headers: getDeviceHeaders() });
  return requireUser(data);
}

/** Tells the provider's sentence, else the server's; nothing when the person closed the popup (product 8.3). */
function showFailure(error: unknown, fallback: string): void {
  if (error instanceof IdentityError) {
    if (error.failure !== 'cancelled') toast.error(error.message);
    return;
  }
  toast.failure(error, fallback);
}

export interface SocialSignInOptions {
  /** What is asked of the server; null when the form still misses something, which it then shows. */
  request: () => Promise<SocialRequest | null>;
  /** The account is there, its address is not proven. */
  onUnverified: (user: User) => void;
}

/**
 * Signs in with GitHub or Google. `busy` is the one whose popup is open, or whose answer is on its way. A popup that the
 * person closes ends it at once, while the provider takes seconds to give up: what comes after all still counts, until
 * another popup takes its place.
 */
export function useSocialSignIn({ request, onUnverified }: SocialSignInOptions) {
  const [busyType, setBusyType] = useState<SocialType | null>(null);
  const attempt = useRef<object | null>(null);

  async function signIn(type: SocialType): Promise<void> {
    // The second click of a double click comes before the first one shows.
    if (attempt.current) return;
    const thisAttempt = {};
    attempt.current = thisAttempt;
    const end = () => {
      if (attempt.current !== thisAttempt) return;
      attempt.current = null;
      setBusyType(null);
    };
    try {
      const socialRequest = await request();
      if (socialRequest) await complete(type, socialRequest, end);
    } finally {
      end();
    }
  }

  async function complete(type: SocialType, socialRequest: SocialRequest, onClosed: () => void): Promise<void> {
    setBusyType(type);
    try {
      const user = await socialAuth(type, socialRequest, onClosed);
      if (user.isEmailVerified && user.token) {
        startSession(user);
        toast.success('Logged in successfully!');
      } else {
        // A sign-up expects it: the page sends the link.
        if (socialRequest.socialMethod === 'login') toast.error('Email not verified');
        onUnverified(user);
      }
    } catch (error) {
      showFailure(error, socialRequest.socialMethod === 'signup' ? 'Failed to create account' : 'Failed to login');
    }
  }

  return { busyType, signIn };
}
