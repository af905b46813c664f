import { Button, Stack, Text } from '@solvent/ui';
import { LocalMailLine } from '../../../email-link/local-mail-line.tsx';
import { useEmailLink } from '../../../email-link/use-email-link.ts';
import type { EmailLinkState } from '../../../email-link/use-email-link.ts';
import { warmUpIdentity } from '../../../identity/identity.ts';

function textOf(state: EmailLinkState, email: string): string {
  if (state.step === 'sent') return `A link is on its way to ${email}. Open it to choose a password.`;
  if (state.step === 'failed') return `The link could not be sent. ${state.problem}`;
  return `This account has no password yet. Get a link at ${email} to choose one.`;
}

function labelOf(state: EmailLinkState, secondsLeft: number): string {
  if (secondsLeft > 0) return `Send again in ${secondsLeft} s`;
  return state.step === 'idle' ? 'Send me a link' : 'Send again';
}

/** An account of GitHub or Google alone gets its password the way a forgotten one is replaced: by a link to its address. */
export function SetPasswordPart({ email }: { email: string }) {
  const { state, secondsLeft, send } = useEmailLink(email, 'reset-password');
  return (
    <Stack gap="3" align="flex-start">
      <Text role="status" color={state.step === 'failed' ? 'fg.error' : 'fg.muted'} overflowWrap="anywhere">
        {textOf(state, email)}
      </Text>
      {state.step === 'sent' ? <LocalMailLine /> : null}
      <Button
        variant="outline"
        colorPalette="gray"
        size="sm"
        loading={state.step === 'sending'}
        loadingText="Sending…"
        disabled={secondsLeft > 0}
        onPointerEnter={warmUpIdentity}
        onFocus={warmUpIdentity}
        onClick={() => void send()}
      >
        {labelOf(state, secondsLeft)}
      </Button>
    </Stack>
  );
}
