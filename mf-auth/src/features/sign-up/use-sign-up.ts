import { STORAGE_KEYS } from '@solvent/contracts';
import type { Role, User } from '@solvent/contracts';
import { signUpFormRules } from '@solvent/contracts/rules';
import { ApiError } from '@solvent/http';
import { useLocation } from '@solvent/router';
import { writeKey } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { createAccount, startSession } from '../../api/sign-in.ts';
import { getTypedEmail, useIntention } from '../../auth-card/route-state.ts';
import { preloadIdentity } from '../../identity/identity.ts';
import type { SocialRequest } from '../../social/use-social-sign-in.ts';

interface SignUpValues {
  name: string;
  email: string;
  password: string;
  role: Role;
  expertiseAreas: string[];
  terms: boolean;
}

const INITIAL_VALUES: Omit<SignUpValues, 'email'> = {
  name: '',
  password: '',
  role: 'seeker',
  expertiseAreas: [],
  terms: false,
};

/** @param onCheckEmail called when the account exists but its address is not verified */
export function useSignUp(onCheckEmail: (email: string) => void) {
  const [takenEmail, setTakenEmail] = useState<string | null>(null);

  /** Stores what /finishSignUp needs; only verified users get a session (product 4.3). */
  function handleAccountCreated(user: User): void {
    if (user.isEmailVerified && user.token) {
      startSession(user);
      return;
    }
    writeKey(STORAGE_KEYS.pendingToken, user.token ?? null);
    writeKey(STORAGE_KEYS.emailForSignIn, user.email);
    onCheckEmail(user.email);
  }

  const typedEmail = getTypedEmail(useLocation().state);
  const form = useProductForm<SignUpValues>({
    initialValues: { ...INITIAL_VALUES, email: typedEmail },
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

  // Not an initial value: a server-rendered page has no intention.
  const { action } = useIntention();
  const chooseRole = useEffectEvent(() => {
    if (action?.kind === 'bid') void form.setFieldValue('role', 'solver');
  });
  useLayoutEffect(() => chooseRole(), []);

  /** Returns null and shows the field errors when the form is incomplete. */
  async function buildSocialRequest(): Promise<SocialRequest | null> {
    if (!(await form.checkFields('expertiseAreas', 'terms'))) return null;
    const { role, expertiseAreas } = form.values;
    return { socialMethod: 'signup', role, ...(role === 'solver' ? { expertiseAreas } : {}) };
  }

  return { form, isEmailTaken: takenEmail === form.values.email, buildSocialRequest, handleAccountCreated };
}
