import { loginRules } from '@solvent/contracts/rules';
import { toAsciiEmail } from '@solvent/contracts/rules/ascii-address';
import { Button, Stack, Text } from '@solvent/ui';
import { TextField, useProductForm } from '@solvent/ui/forms';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { LocalMailLine } from './use-email-link.tsx';
import type { EmailLinkState, useEmailLink } from './use-email-link.tsx';

const rules = loginRules.pick(['email']);

/** An address that was tried already, and the sentence about it. */
export interface AddressProblem {
  email: string;
  text: string;
}

interface AddressFormProps {
  initial?: string;
  submitLabel: string;
  problem?: AddressProblem | undefined;
  onSubmit: (email: string) => Promise<void>;
  /** What the button says meanwhile. */
  busyLabel?: string;
}

/** As the server stores it, so that the link goes to the address that the account has. */
const normal = (email: string) => toAsciiEmail(email.trim().toLowerCase());

/** Asks for the address that the link belongs to, or goes to. */
export function AddressForm({ initial = '', submitLabel, busyLabel = submitLabel, problem, onSubmit }: AddressFormProps) {
  const { getFieldProps, formProps, isSubmitting } = useProductForm({
    initialValues: { email: initial },
    rules,
    onSubmit: ({ email }) => onSubmit(normal(email)),
  });
  const field = getFieldProps('email');
  const error = field.error ?? (problem?.email === normal(field.value) ? problem.text : undefined);
  return (
    <form {...formProps}>
      <Stack gap="4">
        <TextField {...field} error={error} label="Email" type="email" autoComplete="email" inputMode="email" required />
        <Button type="submit" loading={isSubmitting} loadingText={busyLabel}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}

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
