import type { SocialType, User } from '@solvent/contracts';
import { failureText } from '@solvent/http';
import { saveUser } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useState } from 'react';
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

/** Signs in with GitHub or Google. `busy` is the one whose popup is open. */
export function useSocialSignIn({ request, onUnverified }: SocialSignInOptions) {
  const [busy, setBusy] = useState<SocialType | null>(null);

  async function signIn(type: SocialType): Promise<void> {
    const asked = await request();
    if (!asked) return;
    setBusy(type);
    try {
      const user = await socialAuth(type, asked);
      if (user.isEmailVerified && user.token) {
        saveUser(user);
        toast.success('Logged in successfully!');
      } else {
        toast.error('Email not verified');
        onUnverified(user);
      }
    } catch (error) {
      tellFailure(error, asked.socialMethod === 'signup' ? 'Failed to create account' : 'Failed to login');
    } finally {
      setBusy(null);
    }
  }

  return { busy, signIn };
}
