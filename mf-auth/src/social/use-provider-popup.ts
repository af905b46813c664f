import type { SocialType } from '@solvent/contracts';
import { ApiError } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { IdentityError } from '../identity/identity-error.ts';
import { identity } from '../identity/identity.ts';

/** Shows why it failed. Closing the popup is changing one's mind: nothing is shown. */
function showFailure(error: unknown, fallback: string): void {
  if (error instanceof IdentityError) {
    if (error.failure !== 'cancelled') toast.error(error.message);
    return;
  }
  // What the server refuses about the popup's account is under no field.
  const rejection = error instanceof ApiError ? (error.errors['idToken'] ?? error.errors['newIdToken']) : undefined;
  if (rejection === undefined) toast.failure(error, fallback);
  else toast.error(rejection);
}

interface Busy {
  type: SocialType;
  step: 'popup' | 'submitting';
}

/**
 * Signs in with GitHub or Google in a popup, and acts with the proof. A proof that arrives after the component is gone, or after
 * another popup was opened, does nothing.
 *
 * @param fallback the text where neither the provider nor the server has one
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

  /** @param onIdToken receives the ID token of the popup; its failures are shown */
  async function signIn(type: SocialType, onIdToken: (idToken: string) => Promise<void> | void): Promise<void> {
    const thisAttempt = {};
    attempt.current = thisAttempt;
    const setOwnBusy = (state: Busy | null) => {
      if (attempt.current === thisAttempt) setBusy(state);
    };
    setOwnBusy({ type, step: 'popup' });
    try {
      const { idToken } = await identity.signInWithProvider(type, () => setOwnBusy(null));
      if (attempt.current !== thisAttempt) return;
      setOwnBusy({ type, step: 'submitting' });
      await onIdToken(idToken);
    } catch (error) {
      showFailure(error, fallback);
    } finally {
      setOwnBusy(null);
    }
  }

  return { busy, signIn };
}
