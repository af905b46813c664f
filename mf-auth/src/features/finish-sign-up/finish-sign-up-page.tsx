import { useSession } from '@solvent/store';
import { Box, Button, InlineSpinner, LinkButton, Stack } from '@solvent/ui';
import { AuthCard, Resume, useFocusOnChange } from '../../auth-card/auth-card.tsx';
import { LinkFailureCard, AccountLinks } from '../../email-link/link-failure-card.tsx';
import { AddressForm } from '../../email-link/link-request.tsx';
import { useFinishSignUp } from './use-finish-sign-up.ts';

interface SessionChoiceProps {
  /** The address of the link; empty when this browser does not know it. */
  email: string;
  onContinue: () => void;
}

function SessionChoice({ email, onContinue }: SessionChoiceProps) {
  const user = useSession((state) => state.userData);
  const newAccountName = email === '' ? 'the new account' : email;
  // The user can sign out in another tab meanwhile.
  const title = user ? `You are signed in as ${user.name}` : 'You are signed out';
  return (
    <AuthCard
      title={title}
      text={`This link finishes the sign-up of ${email === '' ? 'another account' : email}. You can be signed in to one account at a time.`}
    >
      <Stack gap="3">
        <Button onClick={onContinue} h="auto" minH="10" py="2" whiteSpace="normal" overflowWrap="anywhere">
          Continue as {newAccountName}
        </Button>
        <LinkButton to="/home" variant="outline" colorPalette="gray" h="auto" minH="10" py="2" whiteSpace="normal">
          {user ? `Stay signed in as ${user.name}` : 'Go to the home page'}
        </LinkButton>
      </Stack>
    </AuthCard>
  );
}

function Card({ state, email, verify, continueAsNewAccount, retry }: ReturnType<typeof useFinishSignUp>) {
  switch (state.step) {
    case 'done':
      return <Resume intention={state.intention} />;
    case 'choice':
      return <SessionChoice email={email} onContinue={() => void continueAsNewAccount()} />;
    case 'failed':
      return <LinkFailureCard failure={state.failure} purpose="sign-up" email={email} onRetry={() => void retry()} />;
    case 'address':
      return (
        <AuthCard
          title="Confirm your email"
          text="Enter the email address that the link was sent to."
          footer={<AccountLinks email={email} />}
        >
          <AddressForm initialEmail={email} submitLabel="Continue" rejected={state.rejected} onSubmit={verify} />
        </AuthCard>
      );
    case 'verifying':
      return (
        <AuthCard title="Verifying your email…" text="This takes a moment.">
          <InlineSpinner size="lg" />
        </AuthCard>
      );
  }
}

/** /finishSignUp: target of the emailed link (product 2.13, 4.3). */
export function Component() {
  const finish = useFinishSignUp();
  const ref = useFocusOnChange(finish.state.step);
  return (
    <Box ref={ref}>
      <Card {...finish} />
    </Box>
  );
}
