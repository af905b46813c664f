import { useLocation } from '@solvent/router';
import { useEffect, useRef, useState } from 'react';
import { checkLink } from '../../email-link/check-link.ts';
import { INCOMPLETE_LINK, linkProblemOf } from '../../email-link/link-problem.ts';
import type { LinkProblem } from '../../email-link/link-problem.ts';
import { identity } from '../../identity/identity.ts';

export type ResetState = { step: 'checking' | 'password' | 'done' } | { step: 'failed'; problem: LinkProblem };

/** Checks the link that /reset-password was opened with, without using it up. `check` starts over. */
export function useResetLink() {
  const { pathname, search } = useLocation();
  const href = window.location.origin + pathname + search;
  const [state, setState] = useState<ResetState>({ step: 'checking' });
  const started = useRef(false);

  const fail = (problem: LinkProblem) => setState({ step: 'failed', problem });

  async function check(): Promise<void> {
    setState({ step: 'checking' });
    try {
      if (!(await identity.isEmailLink(href))) return fail(INCOMPLETE_LINK);
      await checkLink(href);
      setState({ step: 'password' });
    } catch (error) {
      fail(linkProblemOf(error, 'reset-password'));
    }
  }

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void check();
  });

  return { href, state, check, fail, finish: () => setState({ step: 'done' }) };
}
