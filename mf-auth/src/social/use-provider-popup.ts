import type { SocialType } from '@solvent/contracts';
import { ApiError } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { IdentityError } from '../identity/identity-error.ts';
import { identity } from '../identity/identity.ts';

/** Shows nothing when the user closed the popup (product 8.3). */
function showFailure(error: unknown, fallback: string): void {
  if (error instanceof IdentityError) {
    if (error.failure !== 'cancelled') toast.error(error.message);
    return;
  }
  // These errors belong to the popup, so no form field shows them.
  const rejection = error instanceof ApiError ? (error.errors['idToken'] ?? error.errors['newIdToken']) : undefined;
  if (rejection === undefined) toast.failure(error, fallback);
  else toast.error(rejection);
}

interface Busy {
  type: SocialType;
  step: 'popup' | 'submitting';
}

/**
 * Signs in with GitHub or Google in a popup and passes on its ID token. Ignores a sign-in that completes after the
 * component is unmounted or another popup has opened.
 */
export function useProviderPopup(fallback: string) {
  const [busy, setBusy] = useState<Busy | null>(null);
  const attempt = useRef<object | null>(null);
  useEffect(
    () => () => {
      attempt.current = null;
    },
    [],
  );

  async function signIn(type: SocialType, onIdToken: (idToken: string) => Promise<void> | void): Promise<void> {
    const thisAttempt = {};
    attempt.current = thisAttempt;
    const setBusyIfCurrent = (state: Busy | null) => {
      if (attempt.current === thisAttempt) setBusy(state);
    };
    setBusyIfCurrent({ type, step: 'popup' });
    try {
      const { idToken } = await identity.signInWithProvider(type, () => setBusyIfCurrent(null));
      if (attempt.current !== thisAttempt) return;
      setBusyIfCurrent({ type, step: 'submitting' });
      await onIdToken(idToken);
    } catch (error) {
      showFailure(error, fallback);
    } finally {
      setBusyIfCurrent(null);
    }
  }

  return { busy, signIn };
}
