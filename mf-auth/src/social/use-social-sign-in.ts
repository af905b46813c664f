import type { SocialAuthBody, SocialType, User, UserResponse } from '@solvent/contracts';
import { getInlineErrorText, http } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useRef, useState } from 'react';
import { requireUser, getDeviceHeaders } from '../api/account.ts';
import { getPushToken, startSession } from '../api/sign-in.ts';
import { IdentityError } from '../identity/identity-error.ts';
import { identity } from '../identity/identity.ts';

export type SocialRequest = Pick<SocialAuthBody, 'socialMethod' | 'role' | 'expertiseAreas'>;

/** Signs in at the provider, then `POST /auth/social-auth`. @throws IdentityError | ApiError */
async function socialAuth(socialType: SocialType, request: SocialRequest, onClosed: () => void): Promise<User> {
  const socialIdentity = await identity.signInWithProvider(socialType, onClosed);
  const body: SocialAuthBody = { ...socialIdentity, ...request, socialType, deviceToken: getPushToken() };
  const { data } = await http.post<UserResponse>('/auth/social-auth', body, { headers: getDeviceHeaders() });
  return requireUser(data);
}

/** Shows nothing when the user closed the popup (product 8.3). @returns the text to repeat at the buttons */
function showFailure(error: unknown, fallback: string): string | undefined {
  if (!(error instanceof IdentityError)) {
    toast.failure(error, fallback);
    return getInlineErrorText(error, fallback);
  }
  if (error.failure === 'cancelled') return undefined;
  toast.error(error.message);
  return error.message;
}

export interface SocialSignInOptions {
  /** Returns null when the form is incomplete; the form then shows its errors. */
  request: () => Promise<SocialRequest | null>;
  onUnverified: (user: User) => void;
}

/**
 * Signs in with GitHub or Google. Closing the popup re-enables the buttons immediately, although the SDK takes seconds
 * to reject. A sign-in that still completes counts, unless another popup was opened.
 */
export function useSocialSignIn({ request, onUnverified }: SocialSignInOptions) {
  const [busyType, setBusyType] = useState<SocialType | null>(null);
  const [failureText, setFailureText] = useState<string>();
  const attempt = useRef<object | null>(null);

  async function signIn(type: SocialType): Promise<void> {
    // The second click of a double click arrives before the first one has re-rendered.
    if (attempt.current) return;
    const thisAttempt = {};
    attempt.current = thisAttempt;
    setFailureText(undefined);
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
        // After a sign-up the page sends the link itself.
        if (socialRequest.socialMethod === 'login') toast.error('Email not verified');
        onUnverified(user);
      }
    } catch (error) {
      setFailureText(
        showFailure(error, socialRequest.socialMethod === 'signup' ? 'Failed to create account' : 'Failed to login'),
      );
    }
  }

  return { busyType, failureText, signIn };
}
