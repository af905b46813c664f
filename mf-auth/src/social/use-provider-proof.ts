import type { SocialType } from '@solvent/contracts';
import { ApiError } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { IdentityError } from '../identity/identity-error.ts';
import { identity } from '../identity/identity.ts';

/** Shows why it failed. Closing the popup is changing one's mind: nothing is shown. */
function showFailure(error: unknown, failure: string): void {
  if (error instanceof IdentityError) {
    if (error.failure !== 'cancelled') toast.error(error.message);
    return;
  }
  // What the server refuses about the popup's account is under no field.
  const refused = error instanceof ApiError ? (error.errors['idToken'] ?? error.errors['newIdToken']) : undefined;
  if (refused === undefined) toast.failure(error, failure);
  else toast.error(refused);
}

interface Busy {
  type: SocialType;
  step: 'proving' | 'acting';
}

/**
 * Signs in with GitHub or Google in a popup, and acts with the proof. A proof that arrives after the component is gone, or after
 * another popup was opened, does nothing.
 *
 * @param failure the text where neither the provider nor the server has one
 */
export function useProviderProof(failure: string) {
  const [busy, setBusy] = useState<Busy | null>(null);
  const attempt = useRef<object | null>(null);
  useEffect(
    () => () => {
      attempt.current = null;
    },
    [],
  );

  /** @param act receives the ID token of the popup; its failures are shown */
  async function prove(type: SocialType, act: (idToken: string) => Promise<void> | void): Promise<void> {
    const own = {};
    attempt.current = own;
    const show = (state: Busy | null) => {
      if (attempt.current === own) setBusy(state);
    };
    show({ type, step: 'proving' });
    try {
      const { idToken } = await identity.signInWithProvider(type, () => show(null));
      if (attempt.current !== own) return;
      show({ type, step: 'acting' });
      await act(idToken);
    } catch (error) {
      showFailure(error, failure);
    } finally {
      show(null);
    }
  }

  return { busy, prove };
}
