import { Button, Stack, Text } from '@solvent/ui';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { AddressForm } from './address-form.tsx';
import { LocalMailLine } from './local-mail-line.tsx';
import type { EmailLinkState, useEmailLink } from './use-email-link.ts';

interface LinkRequestProps {
  link: ReturnType<typeof useEmailLink>;
  /** What the field holds at first. */
  initial: string;
  submitLabel: string;
  /** What is said once the link was sent. */
  sentText: (email: ReactNode) => ReactNode;
}

type Tried = Exclude<EmailLinkState, { step: 'idle' }>;

const problemOf = (state: EmailLinkState) =>
  state.step === 'failed' ? { email: state.email, text: `The link could not be sent. ${state.problem}` } : undefined;

/** Asks for an address and sends a link to it; then says so, and sends it again after a wait. */
export function LinkRequest({ link, initial, submitLabel, sentText }: LinkRequestProps) {
  const { state, secondsLeft, send, startOver } = link;
  if (state.step === 'sent' || (state.step === 'sending' && state.again)) {
    return <Sent state={state} sentText={sentText} secondsLeft={secondsLeft} onAgain={send} onOther={startOver} />;
  }
  return (
    <AddressForm initial={initial} submitLabel={submitLabel} busyLabel="Sending…" problem={problemOf(state)} onSubmit={send} />
  );
}

interface SentProps extends Pick<LinkRequestProps, 'sentText'> {
  state: Tried;
  secondsLeft: number;
  onAgain: (email: string) => Promise<void>;
  onOther: () => void;
}

function Sent({ state: { step, email }, sentText, secondsLeft, onAgain, onOther }: SentProps) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus({ preventScroll: true }), []);
  return (
    <Stack gap="3">
      <Text ref={text} role="status" tabIndex={-1} outline="0" overflowWrap="anywhere">
        {sentText(<strong>{email}</strong>)}
      </Text>
      <Text color="fg.muted">Nothing there? Check your spam folder, or try again in a few minutes.</Text>
      <LocalMailLine />
      <Stack direction={{ base: 'column', sm: 'row' }} gap="3" mt="1">
        <Button
          variant="outline"
          colorPalette="gray"
          loading={step === 'sending'}
          loadingText="Sending…"
          disabled={secondsLeft > 0}
          onClick={() => void onAgain(email)}
        >
          {secondsLeft > 0 ? `Send again in ${secondsLeft} s` : 'Send again'}
        </Button>
        <Button variant="ghost" colorPalette="gray" onClick={onOther}>
          Use another address
        </Button>
      </Stack>
    </Stack>
  );
}
