import type { SocialType } from '@solvent/contracts';
import { ApiError, failureText } from '@solvent/http';
import { toast } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { IdentityError } from '../../../identity/identity-error.ts';
import { identity } from '../../../identity/identity.ts';
import { useDeleteAccount } from './use-delete-account.ts';

/** What the server says of the popup's account stands under no field. */
const textOf = (error: unknown) =>
  (error instanceof ApiError ? error.errors.idToken : undefined) ?? failureText(error, 'Failed to delete your account');

/** Closing the popup is changing one's mind: nothing is told. */
function tellFailure(error: unknown): void {
  if (!(error instanceof IdentityError)) toast.error(textOf(error));
  else if (error.failure !== 'cancelled') toast.error(error.message);
}

interface Deletion {
  type: SocialType;
  step: 'proving' | 'deleting';
}

/**
 * Deletes the account once GitHub or Google has vouched for the person in a popup. A proof that comes after the dialog
 * was closed, or after another popup took its place, deletes nothing.
 */
export function useProviderDeletion() {
  const deleteAccount = useDeleteAccount();
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const attempt = useRef<object | null>(null);
  useEffect(
    () => () => {
      attempt.current = null;
    },
    [],
  );

  async function confirm(type: SocialType): Promise<void> {
    const own = {};
    attempt.current = own;
    const show = (state: Deletion | null) => {
      if (attempt.current === own) setDeletion(state);
    };
    show({ type, step: 'proving' });
    try {
      const { idToken } = await identity.signInWithProvider(type, () => show(null));
      if (attempt.current !== own) return;
      show({ type, step: 'deleting' });
      await deleteAccount({ idToken });
    } catch (error) {
      tellFailure(error);
    } finally {
      show(null);
    }
  }

  return { deletion, confirm };
}
