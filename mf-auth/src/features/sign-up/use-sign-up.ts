import { STORAGE_KEYS } from '@solvent/contracts';
import type { Role, User } from '@solvent/contracts';
import { signUpFormRules } from '@solvent/contracts/rules';
import { ApiError } from '@solvent/http';
import { writeKey } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { useState } from 'react';
import { createAccount, startSession } from '../../api/sign-in.ts';
import { preloadIdentity } from '../../identity/identity.ts';
import type { SocialRequest } from '../../social/use-social-sign-in.ts';

/** What the sign-up form holds. */
interface SignUpValues {
  name: string;
  email: string;
  password: string;
  role: Role;
  expertiseAreas: string[];
  terms: boolean;
}

const INITIAL_VALUES: SignUpValues = {
  name: '',
  email: '',
  password: '',
  role: 'seeker',
  expertiseAreas: [],
  terms: false,
};

/**
 * The sign-up form.
 *
 * @param onCheckEmail the account is there and waits for its address to be proven
 */
export function useSignUp(onCheckEmail: (email: string) => void) {
  const [takenEmail, setTakenEmail] = useState<string | null>(null);

  /** Keeps what `/finishSignUp` needs; only a verified person is a session (product 4.3). */
  function handleAccountCreated(user: User): void {
    if (user.isEmailVerified && user.token) {
      startSession(user);
      return;
    }
    writeKey(STORAGE_KEYS.pendingToken, user.token ?? null);
    writeKey(STORAGE_KEYS.emailForSignIn, user.email);
    onCheckEmail(user.email);
  }

  const form = useProductForm<SignUpValues>({
    initialValues: INITIAL_VALUES,
    rules: signUpFormRules,
    onSubmit: async (values) => {
      preloadIdentity();
      try {
        handleAccountCreated(await createAccount(values));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'email_taken') setTakenEmail(values.email);
        toast.failure(error, 'Failed to create account');
        throw error;
      }
    },
  });

  /** The account to make with GitHub or Google; null, with the messages shown, while the form misses its part. */
  async function buildSocialRequest(): Promise<SocialRequest | null> {
    if (!(await form.checkFields('expertiseAreas', 'terms'))) return null;
    const { role, expertiseAreas } = form.values;
    return { socialMethod: 'signup', role, ...(role === 'solver' ? { expertiseAreas } : {}) };
  }

  return { form, isEmailTaken: takenEmail === form.values.email, buildSocialRequest, handleAccountCreated };
}
