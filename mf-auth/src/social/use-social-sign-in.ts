import type { SocialType, User } from '@solvent/contracts';
import { failureText } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useRef, useState } from 'react';
import { startSession } from '../account/start-session.ts';
import { IdentityError } from '../identity/identity-error.ts';
import { socialAuth } from './social-auth.ts';
import type { SocialRequest } from './social-auth.ts';

/** Tells the provider's sentence, else the server's; nothing when the person closed the popup (spec 8). */
function tellFailure(error: unknown, fallback: string): void {
  if (error instanceof IdentityError) {
    if (error.failure !== 'cancelled') toast.error(error.message);
    return;
  }
  toast.error(failureText(error, fallback));
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
  const [busy, setBusy] = useState<SocialType | null>(null);
  const attempt = useRef<object | null>(null);

  async function signIn(type: SocialType): Promise<void> {
    // The second click of a double click comes before the first one shows.
    if (attempt.current) return;
    const own = {};
    attempt.current = own;
    const end = () => {
      if (attempt.current !== own) return;
      attempt.current = null;
      setBusy(null);
    };
    try {
      const asked = await request();
      if (asked) await complete(type, asked, end);
    } finally {
      end();
    }
  }

  async function complete(type: SocialType, asked: SocialRequest, onClosed: () => void): Promise<void> {
    setBusy(type);
    try {
      const user = await socialAuth(type, asked, onClosed);
      if (user.isEmailVerified && user.token) {
        startSession(user);
        toast.success('Logged in successfully!');
      } else {
        toast.error('Email not verified');
        onUnverified(user);
      }
    } catch (error) {
      tellFailure(error, asked.socialMethod === 'signup' ? 'Failed to create account' : 'Failed to login');
    }
  }

  return { busy, signIn };
}
