import { loginRules } from '@solvent/contracts/rules';
import { Button, Stack, Text } from '@solvent/ui';
import { TextField, useProductForm } from '@solvent/ui/forms';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { normalizeEmail } from '../auth-card/normalize-email.ts';
import { LocalMailHint } from './use-email-link.tsx';
import type { EmailLinkState, useEmailLink } from './use-email-link.tsx';

const rules = loginRules.pick(['email']);

export interface RejectedAddress {
  email: string;
  text: string;
}

interface AddressFormProps {
  initialEmail?: string;
  submitLabel: string;
  rejected?: RejectedAddress | undefined;
  onSubmit: (email: string) => Promise<void>;
  busyLabel?: string;
}

export function AddressForm({ initialEmail = '', submitLabel, busyLabel = submitLabel, rejected, onSubmit }: AddressFormProps) {
  const { getFieldProps, formProps, isSubmitting } = useProductForm({
    initialValues: { email: initialEmail },
    rules,
    onSubmit: ({ email }) => onSubmit(normalizeEmail(email)),
  });
  const field = getFieldProps('email');
  const error = field.error ?? (rejected?.email === normalizeEmail(field.value) ? rejected.text : undefined);
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
  initialEmail: string;
  submitLabel: string;
  renderSentText: (email: ReactNode) => ReactNode;
}

type AttemptedState = Exclude<EmailLinkState, { step: 'idle' }>;

const getRejectedAddress = (state: EmailLinkState) =>
  state.step === 'failed' ? { email: state.email, text: `The link could not be sent. ${state.reason}` } : undefined;

export function LinkRequest({ link, initialEmail, submitLabel, renderSentText }: LinkRequestProps) {
  const { state, secondsLeft, send, reset } = link;
  if (state.step === 'sent' || (state.step === 'sending' && state.isResend)) {
    return (
      <LinkSent state={state} renderSentText={renderSentText} secondsLeft={secondsLeft} onResend={send} onChangeAddress={reset} />
    );
  }
  return (
    <AddressForm
      initialEmail={initialEmail}
      submitLabel={submitLabel}
      busyLabel="Sending…"
      rejected={getRejectedAddress(state)}
      onSubmit={send}
    />
  );
}

interface LinkSentProps extends Pick<LinkRequestProps, 'renderSentText'> {
  state: AttemptedState;
  secondsLeft: number;
  onResend: (email: string) => Promise<void>;
  onChangeAddress: () => void;
}

function LinkSent({ state: { step, email }, renderSentText, secondsLeft, onResend, onChangeAddress }: LinkSentProps) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus({ preventScroll: true }), []);
  return (
    <Stack gap="3">
      <Text ref={text} role="status" tabIndex={-1} outline="0" overflowWrap="anywhere">
        {renderSentText(<strong>{email}</strong>)}
      </Text>
      <Text color="fg.muted">Didn’t get it? Check your spam folder, or send it again in a few minutes.</Text>
      <LocalMailHint />
      <Stack direction={{ base: 'column', sm: 'row' }} gap="3" mt="1">
        <Button
          variant="outline"
          colorPalette="gray"
          loading={step === 'sending'}
          loadingText="Sending…"
          disabled={secondsLeft > 0}
          onClick={() => void onResend(email)}
        >
          {secondsLeft > 0 ? `Send again in ${secondsLeft} s` : 'Send again'}
        </Button>
        <Button variant="ghost" colorPalette="gray" onClick={onChangeAddress}>
          Use another address
        </Button>
      </Stack>
    </Stack>
  );
}
