import { STORAGE_KEYS } from '@solvent/contracts';
import { useLocation } from '@solvent/router';
import { getSession, readKey } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { startSession, verifyEmail } from '../../api/sign-in.ts';
import type { AddressProblem } from '../../email-link/link-request.tsx';
import { checkLink, INCOMPLETE_LINK, linkProblemOf } from '../../email-link/link-problem.ts';
import type { LinkProblem } from '../../email-link/link-problem.ts';
import { identity } from '../../identity/identity.ts';

export type FinishState =
  | { step: 'verifying' }
  /** Somebody is signed in here: the person decides who they are from now on. */
  | { step: 'choice' }
  /** This browser does not know who signed up, or the address was another. */
  | { step: 'address'; problem?: AddressProblem }
  | { step: 'failed'; problem: LinkProblem }
  | { step: 'done' };

/**
 * What /finishSignUp does with the link that it was opened with. `verify` tries an address; `proceed` goes on as the new
 * account; `again` tries the same once more.
 */
export function useFinishSignUp() {
  const { pathname, search } = useLocation();
  const href = window.location.origin + pathname + search;
  const [state, setState] = useState<FinishState>({ step: 'verifying' });
  const [email, setEmail] = useState(() => readKey(STORAGE_KEYS.emailForSignIn) ?? '');
  const started = useRef(false);
  const replacesSession = useRef(false);
  /** The link is used up: what is left to do is told to the server. */
  const isProven = useRef(false);

  function fail(error: unknown, tried: string): void {
    const problem = linkProblemOf(error, 'sign-up', isProven.current);
    setState(
      problem.way === 'address'
        ? { step: 'address', problem: { email: tried, text: problem.text } }
        : { step: 'failed', problem },
    );
  }

  /** Proves the address with the link, has the server verify it, and signs in. */
  async function verify(address: string): Promise<void> {
    setEmail(address);
    setState({ step: 'verifying' });
    try {
      const idToken = await identity.proveByEmailLink(address, href);
      isProven.current = true;
      startSession(await verifyEmail(idToken));
      toast.success('Your email is verified. Welcome to Solvent!');
      setState({ step: 'done' });
    } catch (error) {
      fail(error, address);
    }
  }

  async function goOn(): Promise<void> {
    if (getSession().isLogin && !replacesSession.current) setState({ step: 'choice' });
    else if (email) await verify(email);
    else setState({ step: 'address' });
  }

  async function start(): Promise<void> {
    setState({ step: 'verifying' });
    try {
      if (!(await identity.isEmailLink(href))) return setState({ step: 'failed', problem: INCOMPLETE_LINK });
      await checkLink(href);
      await goOn();
    } catch (error) {
      fail(error, email);
    }
  }

  async function proceed(): Promise<void> {
    replacesSession.current = true;
    await goOn();
  }

  useEffect(() => {
    // A link works once: whatever makes the effect run again must not use it again.
    if (started.current) return;
    started.current = true;
    void start();
  });

  return { state, email, verify, proceed, again: () => (isProven.current ? verify(email) : start()) };
}
