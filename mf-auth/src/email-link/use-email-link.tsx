import { EMAIL_LINK, STORAGE_KEYS } from '@solvent/contracts';
import { getRuntimeConfig } from '@solvent/http';
import { writeKey } from '@solvent/store';
import { Text, TextLink } from '@solvent/ui';
import { useEffect, useState } from 'react';
import { storeIntention, useIntention } from '../auth-card/route-state.ts';
import type { Intention } from '../auth-card/route-state.ts';
import { toIdentityError } from '../identity/identity-error.ts';
import type { EmailLinkPurpose } from '../identity/identity-port.ts';
import { identity } from '../identity/identity.ts';

/** Also stores the address and the intention: the page of the link reads them (product 2.63, 4.3). */
async function requestEmailLink(email: string, purpose: EmailLinkPurpose, intention: Intention): Promise<void> {
  writeKey(STORAGE_KEYS.emailForSignIn, email);
  await identity.sendEmailLink(email, purpose, storeIntention(email, intention).from);
}

const SECOND_MS = 1000;

/** Returns the whole seconds until another link can be sent. @param sentAt when the last one was sent */
function useSecondsLeft(sentAt: number): number {
  const [now, setNow] = useState(() => Date.now());
  const msLeft = Math.max(0, sentAt + EMAIL_LINK.resendWaitMs - now);
  const isRunning = msLeft > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  // `now` is up to a second old, or older when the countdown starts.
  return Math.ceil(Math.min(msLeft, EMAIL_LINK.resendWaitMs) / SECOND_MS);
}

/** `isResend`: the previous link was sent successfully. */
export type EmailLinkState =
  | { step: 'idle' }
  | { step: 'sending'; email: string; isResend: boolean }
  | { step: 'sent'; email: string; time: number }
  | { step: 'failed'; email: string; reason: string };

/**
 * Sends links, with a wait between two.
 *
 * @param defaultEmail used when `send` is called without an address
 * @param sentAt when a link was sent to that address before a reload
 */
export function useEmailLink(defaultEmail: string, purpose: EmailLinkPurpose, sentAt?: number) {
  const [state, setState] = useState<EmailLinkState>(
    sentAt === undefined ? { step: 'idle' } : { step: 'sent', email: defaultEmail, time: sentAt },
  );
  const secondsLeft = useSecondsLeft(state.step === 'sent' ? state.time : 0);
  const intention = useIntention();

  async function send(email = defaultEmail): Promise<void> {
    setState((previous) => ({ step: 'sending', email, isResend: previous.step === 'sent' }));
    try {
      await requestEmailLink(email, purpose, intention);
      setState({ step: 'sent', email, time: Date.now() });
    } catch (error) {
      setState({ step: 'failed', email, reason: toIdentityError(error).message });
    }
  }

  return { state, secondsLeft, send, reset: () => setState({ step: 'idle' }) };
}

/** Links to the mail page of a development server, which delivers no mail. */
export function LocalMailHint() {
  if (!getRuntimeConfig().localMail) return null;
  return (
    <Text color="fg.muted">
      Development server: read emails at{' '}
      <TextLink to="/dev/mail" reloadDocument target="_blank" rel="noopener">
        /dev/mail
      </TextLink>
      .
    </Text>
  );
}
