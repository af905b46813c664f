import { Navigate } from '@solvent/router';
import { Box, InlineSpinner } from '@solvent/ui';
import { AuthCard } from '../../auth-card/auth-card.tsx';
import { useFocusOnChange } from '../../auth-card/use-focus-on-change.ts';
import { AddressForm } from '../../email-link/address-form.tsx';
import { LinkProblemCard } from '../../email-link/link-problem-card.tsx';
import { OtherWays } from '../../email-link/other-ways.tsx';
import { SessionChoice } from './session-choice.tsx';
import { useFinishSignUp } from './use-finish-sign-up.ts';

function Card({ state, email, verify, proceed, again }: ReturnType<typeof useFinishSignUp>) {
  switch (state.step) {
    case 'done':
      return <Navigate to="/home" replace />;
    case 'choice':
      return <SessionChoice email={email} onContinue={() => void proceed()} />;
    case 'failed':
      return <LinkProblemCard problem={state.problem} purpose="sign-up" email={email} onAgain={() => void again()} />;
    case 'address':
      return (
        <AuthCard title="Confirm your email" text="Enter the address that the link was sent to." foot={<OtherWays />}>
          <AddressForm initial={email} submitLabel="Continue" problem={state.problem} onSubmit={verify} />
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

/** /finishSignUp: where the link in the mail leads (spec 2 and 4). */
export function Component() {
  const finish = useFinishSignUp();
  const ref = useFocusOnChange(finish.state.step);
  return (
    <Box ref={ref}>
      <Card {...finish} />
    </Box>
  );
}
