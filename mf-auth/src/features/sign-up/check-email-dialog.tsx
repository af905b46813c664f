import { Box, Button, InlineSpinner, Stack, Text } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { useEffect, useEffectEvent, useRef } from 'react';
import { LocalMailHint, useEmailLink } from '../../email-link/use-email-link.tsx';

interface CheckEmailDialogProps {
  email: string;
  /** When the link was sent, if the page was reloaded since. */
  sentAt?: number | undefined;
  onSent: (time: number) => void;
  onClose: () => void;
}

/** At once, before the form restores the focus of its button. */
const focusOnMount = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

export function Component({ email, sentAt, onSent, onClose }: CheckEmailDialogProps) {
  const { state, secondsLeft, send } = useEmailLink(email, 'sign-up', sentAt);
  const hasRequested = useRef(sentAt !== undefined);
  const handleState = useEffectEvent(() => {
    if (!hasRequested.current) void send();
    hasRequested.current = true;
    if (state.step === 'sent') onSent(state.time);
  });
  useEffect(() => handleState(), [state]);

  const failed = state.step === 'failed';
  const resendLabel = failed ? 'Try again' : 'Send again';
  const footer = (
    <>
      <Button
        variant="outline"
        colorPalette="gray"
        disabled={state.step === 'sending' || secondsLeft > 0}
        onClick={() => void send()}
      >
        {secondsLeft > 0 ? `Send again in ${secondsLeft} s` : resendLabel}
      </Button>
      <Button onClick={onClose}>Got it</Button>
    </>
  );

  return (
    <Modal open onClose={onClose} title="Check your email" footer={footer}>
      <Box ref={focusOnMount} tabIndex={-1} outline="0" data-autofocus="">
        {state.step === 'idle' || state.step === 'sending' ? <Sending email={email} /> : null}
        {state.step === 'sent' ? <Sent email={email} /> : null}
        {failed ? <NotSent email={email} reason={state.reason} /> : null}
      </Box>
    </Modal>
  );
}

function Sending({ email }: { email: string }) {
  return (
    <Stack gap="2">
      <Text overflowWrap="anywhere">Sending a verification link to {email}…</Text>
      <InlineSpinner />
    </Stack>
  );
}

function Sent({ email }: { email: string }) {
  return (
    <Stack gap="3" role="status">
      <Text overflowWrap="anywhere">
        A verification link was sent to <strong>{email}</strong>. Click it to verify your email and complete your account setup.
      </Text>
      <Text color="fg.muted">Didn’t get it? Check your spam folder, or send it again in a few minutes.</Text>
      <LocalMailHint />
    </Stack>
  );
}

function NotSent({ email, reason }: { email: string; reason: string }) {
  return (
    <Stack gap="3" role="alert">
      <Text overflowWrap="anywhere">
        Your account was created, but the verification link could not be sent to <strong>{email}</strong>.
      </Text>
      <Text color="fg.error">{reason}</Text>
    </Stack>
  );
}
