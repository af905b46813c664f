import { STORAGE_KEYS } from '@solvent/contracts';
import { useLocation } from '@solvent/router';
import { getSession, readKey } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { startSession, verifyEmail } from '../../api/sign-in.ts';
import { readIntention, useIntention } from '../../auth-card/route-state.ts';
import type { Intention } from '../../auth-card/route-state.ts';
import type { RejectedAddress } from '../../email-link/link-request.tsx';
import { INCOMPLETE_LINK, parseLinkCode, toLinkFailure } from '../../email-link/link-failure.ts';
import type { LinkFailure } from '../../email-link/link-failure.ts';

export type FinishState =
  | { step: 'verifying' }
  | { step: 'choice' }
  /** The address is unknown in this browser, or the server rejected it. */
  | { step: 'address'; rejected?: RejectedAddress }
  | { step: 'failed'; failure: LinkFailure }
  | { step: 'done'; intention: Intention };

export function useFinishSignUp() {
  const oobCode = parseLinkCode(useLocation().search);
  const linkIntention = useIntention();
  const [email, setEmail] = useState(() => readKey(STORAGE_KEYS.emailForSignIn) ?? '');
  const [state, setState] = useState<FinishState>({ step: 'verifying' });
  const hasStarted = useRef(false);

  async function verify(address: string): Promise<void> {
    if (oobCode === undefined) return;
    setEmail(address);
    setState({ step: 'verifying' });
    try {
      const user = await verifyEmail({ email: address, oobCode });
      // Starting the session removes it.
      const intention = readIntention(address) ?? linkIntention;
      startSession(user);
      toast.success('Your email is verified. Welcome to Solvent!');
      setState({ step: 'done', intention });
    } catch (error) {
      const failure = toLinkFailure(error, 'sign-up');
      setState(
        failure.nextStep === 'address'
          ? { step: 'address', rejected: { email: address, text: failure.text } }
          : { step: 'failed', failure },
      );
    }
  }

  async function continueAsNewAccount(): Promise<void> {
    if (email) await verify(email);
    else setState({ step: 'address' });
  }

  async function start(): Promise<void> {
    if (oobCode === undefined) setState({ step: 'failed', failure: INCOMPLETE_LINK });
    else if (getSession().isLogin) setState({ step: 'choice' });
    else await continueAsNewAccount();
  }

  useEffect(() => {
    // A link works once, but the effect runs after every render.
    if (hasStarted.current) return;
    hasStarted.current = true;
    void start();
  });

  return { state, email, verify, continueAsNewAccount, retry: () => verify(email) };
}
