import { STORAGE_KEYS } from '@solvent/contracts';
import { useLocation } from '@solvent/router';
import { readKey, saveUser, writeKey } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { identity } from '../../identity/identity.ts';
import type { AddressProblem } from './address-form.tsx';
import { INCOMPLETE_LINK, linkProblemOf } from './link-problem.ts';
import type { LinkProblem } from './link-problem.ts';
import { verifyEmail } from './verify-email.ts';

export type FinishState =
  | { step: 'verifying' }
  /** This browser does not know who signed up, or the address was another. */
  | { step: 'address'; problem?: AddressProblem }
  | { step: 'failed'; problem: LinkProblem }
  | { step: 'done' };

/** Proves the address with the link, has the server verify it, and signs in. */
async function finish(email: string, href: string): Promise<void> {
  saveUser(await verifyEmail(await identity.proveByEmailLink(email, href)));
  writeKey(STORAGE_KEYS.pendingToken, null);
  writeKey(STORAGE_KEYS.emailForSignIn, null);
}

/** What /finishSignUp does with the link that it was opened with. `verify` tries an address; `again` tries the same. */
export function useFinishSignUp() {
  const { pathname, search } = useLocation();
  const href = window.location.origin + pathname + search;
  const [state, setState] = useState<FinishState>({ step: 'verifying' });
  const [email, setEmail] = useState(() => readKey(STORAGE_KEYS.emailForSignIn) ?? '');
  const started = useRef(false);

  function fail(error: unknown, tried: string): void {
    const problem = linkProblemOf(error);
    setState(
      problem.way === 'address'
        ? { step: 'address', problem: { email: tried, text: problem.text } }
        : { step: 'failed', problem },
    );
  }

  async function verify(address: string): Promise<void> {
    setEmail(address);
    setState({ step: 'verifying' });
    try {
      await finish(address, href);
      toast.success('Your email is verified. Welcome to Solvent!');
      setState({ step: 'done' });
    } catch (error) {
      fail(error, address);
    }
  }

  async function start(): Promise<void> {
    setState({ step: 'verifying' });
    try {
      if (!(await identity.isEmailLink(href))) setState({ step: 'failed', problem: INCOMPLETE_LINK });
      else if (email) await verify(email);
      else setState({ step: 'address' });
    } catch (error) {
      fail(error, email);
    }
  }

  useEffect(() => {
    // A link works once: whatever makes the effect run again must not use it again.
    if (started.current) return;
    started.current = true;
    void start();
  });

  return { state, email, verify, again: start };
}
