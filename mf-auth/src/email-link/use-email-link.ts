import { EMAIL_LINK } from '@solvent/contracts';
import { useCallback, useState } from 'react';
import { toIdentityError } from '../identity/identity-error.ts';
import type { EmailLinkPurpose } from '../identity/identity-port.ts';
import { requestEmailLink } from './request-email-link.ts';
import { useCountdown } from './use-countdown.ts';

/** `email` is the address of the last try; `again` that the one before went out. */
export type EmailLinkState =
  | { step: 'idle' }
  | { step: 'sending'; email: string; again: boolean }
  | { step: 'sent'; email: string }
  | { step: 'failed'; email: string; problem: string };

/**
 * Sends a link to an address, and again after a wait.
 *
 * @param address where the link goes; `send` may name another one
 */
export function useEmailLink(address: string, purpose: EmailLinkPurpose) {
  const [state, setState] = useState<EmailLinkState>({ step: 'idle' });
  const [secondsLeft, startCountdown] = useCountdown();

  const send = useCallback(
    async (email = address) => {
      setState((before) => ({ step: 'sending', email, again: before.step === 'sent' }));
      try {
        await requestEmailLink(email, purpose);
        setState({ step: 'sent', email });
        startCountdown(EMAIL_LINK.resendWait);
      } catch (error) {
        setState({ step: 'failed', email, problem: toIdentityError(error).message });
      }
    },
    [address, purpose, startCountdown],
  );

  return { state, secondsLeft, send, startOver: useCallback(() => setState({ step: 'idle' }), []) };
}
