import { EMAIL_LINK } from '@solvent/contracts';
import { useCallback, useState } from 'react';
import { toIdentityError } from '../identity/identity-error.ts';
import type { EmailLinkPurpose } from '../identity/identity-port.ts';
import { requestEmailLink } from './request-email-link.ts';
import { useCountdown } from './use-countdown.ts';

export type EmailLinkState = { step: 'idle' | 'sending' | 'sent' } | { step: 'failed'; problem: string };

/** Sends a link to an address, and again after a wait. */
export function useEmailLink(email: string, purpose: EmailLinkPurpose) {
  const [state, setState] = useState<EmailLinkState>({ step: 'idle' });
  const [secondsLeft, startCountdown] = useCountdown();

  const send = useCallback(async () => {
    setState({ step: 'sending' });
    try {
      await requestEmailLink(email, purpose);
      setState({ step: 'sent' });
      startCountdown(EMAIL_LINK.resendWait);
    } catch (error) {
      setState({ step: 'failed', problem: toIdentityError(error).message });
    }
  }, [email, purpose, startCountdown]);

  return { state, secondsLeft, send };
}
