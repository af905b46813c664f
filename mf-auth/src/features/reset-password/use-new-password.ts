import { STORAGE_KEYS } from '@solvent/contracts';
import { loginRules, newPasswordFormRules } from '@solvent/contracts/rules';
import { ApiError } from '@solvent/http';
import { readKey } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { useRef, useState } from 'react';
import { startSession } from '../../account/start-session.ts';
import { reachServer } from '../../email-link/check-link.ts';
import { linkProblemOf } from '../../email-link/link-problem.ts';
import type { LinkProblem } from '../../email-link/link-problem.ts';
import { identity } from '../../identity/identity.ts';
import { resetPassword } from './reset-password.ts';

const rules = loginRules.pick(['email']).concat(newPasswordFormRules);

export interface NewPasswordOptions {
  /** The whole address of the page. */
  href: string;
  onChanged: () => void;
  /** The link cannot be used any more. */
  onLinkProblem: (problem: LinkProblem) => void;
}

/** The form of a new password. `asksAddress` while this browser does not know whom the link was sent to. */
export function useNewPassword({ href, onChanged, onLinkProblem }: NewPasswordOptions) {
  const [known] = useState(() => readKey(STORAGE_KEYS.emailForSignIn) ?? '');
  const [asksAddress, setAsksAddress] = useState(known === '');
  const isProven = useRef(false);

  /** Tells a failure where it is mended: in passing, in place of the form, else under the field that it is about. */
  function told(error: unknown): unknown {
    if (error instanceof ApiError && Object.keys(error.errors).length > 0) return error;
    const problem = linkProblemOf(error, 'reset-password', isProven.current);
    if (problem.way === 'address') {
      setAsksAddress(true);
      return Object.assign(new Error(problem.text), { errors: { email: problem.text } });
    }
    if (problem.way === 'again') toast.error(problem.text);
    else onLinkProblem(problem);
    return error;
  }

  const form = useProductForm({
    initialValues: { email: known, password: '' },
    rules,
    onSubmit: async ({ email, password }) => {
      try {
        await reachServer();
        const idToken = await identity.proveByEmailLink(email.trim().toLowerCase(), href);
        isProven.current = true;
        startSession(await resetPassword({ idToken, password }));
        toast.success('Your password was changed. You are signed in.');
        onChanged();
      } catch (error) {
        throw told(error);
      }
    },
  });

  return { form, asksAddress, askAddress: () => setAsksAddress(true) };
}
