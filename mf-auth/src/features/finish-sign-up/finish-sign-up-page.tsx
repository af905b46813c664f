import { Navigate } from '@solvent/router';
import { Box, Button, InlineSpinner, TextLink } from '@solvent/ui';
import { useEffect, useRef } from 'react';
import { AuthCard } from '../../auth-card/auth-card.tsx';
import { AddressForm } from './address-form.tsx';
import { NewLink } from './new-link.tsx';
import { useFinishSignUp } from './use-finish-sign-up.ts';

const otherWays = (
  <>
    <TextLink to="/signin">Sign in</TextLink> or <TextLink to="/signup">create an account</TextLink>
  </>
);

/** When what is shown changes without a change of route, the focus goes to the wrong field, else to the new heading. */
function useFocusOnChange(step: string) {
  const ref = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const target = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? ref.current?.querySelector<HTMLElement>('h1');
    target?.focus({ preventScroll: true });
  }, [step]);
  return ref;
}

type Finish = ReturnType<typeof useFinishSignUp>;

function Card({ state, email, verify, again }: Finish) {
  switch (state.step) {
    case 'done':
      return <Navigate to="/home" replace />;
    case 'failed':
      return (
        <AuthCard title={state.problem.title} text={state.problem.text} foot={otherWays}>
          {state.problem.way === 'again' ? <Button onClick={() => void again()}>Try again</Button> : <NewLink email={email} />}
        </AuthCard>
      );
    case 'address':
      return (
        <AuthCard title="Confirm your email" text="Enter the address that the link was sent to." foot={otherWays}>
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
