import { EMAIL_LINK, STORAGE_KEYS } from '@solvent/contracts';
import { getRuntimeConfig } from '@solvent/http';
import { writeKey } from '@solvent/store';
import { Text, TextLink } from '@solvent/ui';
import { useCallback, useEffect, useState } from 'react';
import { toIdentityError } from '../identity/identity-error.ts';
import type { EmailLinkPurpose } from '../identity/identity-port.ts';
import { identity } from '../identity/identity.ts';

/** Also stores the address: the page of the link reads it (product 4.3). */
async function requestEmailLink(email: string, purpose: EmailLinkPurpose): Promise<void> {
  writeKey(STORAGE_KEYS.emailForSignIn, email);
  await identity.sendEmailLink(email, purpose);
}

const SECOND_MS = 1000;

/** Returns the whole seconds left and a function that starts a countdown. */
function useCountdown(): [secondsLeft: number, start: (durationMs: number) => void] {
  const [endTime, setEndTime] = useState(0);
  const [now, setNow] = useState(0);
  const secondsLeft = Math.max(0, Math.ceil((endTime - now) / SECOND_MS));
  const isRunning = secondsLeft > 0;

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isRunning]);

  const start = useCallback((durationMs: number) => {
    setNow(Date.now());
    setEndTime(Date.now() + durationMs);
  }, []);
  return [secondsLeft, start];
}

/** `isResend`: the previous link was sent successfully. */
export type EmailLinkState =
  | { step: 'idle' }
  | { step: 'sending'; email: string; isResend: boolean }
  | { step: 'sent'; email: string }
  | { step: 'failed'; email: string; reason: string };

/** Sends links, with a wait between two. @param defaultEmail used when `send` is called without an address */
export function useEmailLink(defaultEmail: string, purpose: EmailLinkPurpose) {
  const [state, setState] = useState<EmailLinkState>({ step: 'idle' });
  const [secondsLeft, startCountdown] = useCountdown();

  const send = useCallback(
    async (email = defaultEmail) => {
      setState((previous) => ({ step: 'sending', email, isResend: previous.step === 'sent' }));
      try {
        await requestEmailLink(email, purpose);
        setState({ step: 'sent', email });
        startCountdown(EMAIL_LINK.resendWaitMs);
      } catch (error) {
        setState({ step: 'failed', email, reason: toIdentityError(error).message });
      }
    },
    [defaultEmail, purpose, startCountdown],
  );

  return { state, secondsLeft, send, reset: useCallback(() => setState({ step: 'idle' }), []) };
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
