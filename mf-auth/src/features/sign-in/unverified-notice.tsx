import { Box, Button, Stack, Text } from '@solvent/ui';
import { MailWarning } from 'lucide-react';
import { LocalMailHint, useEmailLink } from '../../email-link/use-email-link.tsx';
import type { EmailLinkState } from '../../email-link/use-email-link.tsx';

function getStatusText(state: EmailLinkState, email: string): string {
  if (state.step === 'sent') return `A new link is on its way to ${email}. Click it to verify your email.`;
  if (state.step === 'failed') return `The link could not be sent. ${state.reason}`;
  return `${email} is not verified yet. Click the link we sent you, or get a new one.`;
}

export function UnverifiedNotice({ email }: { email: string }) {
  const { state, secondsLeft, send } = useEmailLink(email, 'sign-up');
  return (
    <Stack direction="row" gap="3" p="4" mb="5" rounded="l2" bg="brand.subtle" borderWidth="1px" borderColor="brand.border">
      <Box color="brand.fg" pt="0.5" aria-hidden>
        <MailWarning size={18} />
      </Box>
      <Stack gap="2" align="flex-start" minW="0">
        <Text role="status" overflowWrap="anywhere">
          {getStatusText(state, email)}
        </Text>
        {state.step === 'sent' ? <LocalMailHint /> : null}
        <Button
          size="sm"
          variant="outline"
          bg="bg.panel"
          loading={state.step === 'sending'}
          loadingText="Sending…"
          disabled={secondsLeft > 0}
          onClick={() => void send()}
        >
          {secondsLeft > 0 ? `Send again in ${secondsLeft} s` : 'Send the link again'}
        </Button>
      </Stack>
    </Stack>
  );
}
