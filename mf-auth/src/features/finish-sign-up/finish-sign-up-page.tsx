import { Navigate } from '@solvent/router';
import { Box, Button, InlineSpinner, LinkButton, SimpleGrid, TextLink } from '@solvent/ui';
import { useEffect, useRef } from 'react';
import { AuthCard } from '../../auth-card/auth-card.tsx';
import { AddressForm } from './address-form.tsx';
import type { LinkProblem } from './link-problem.ts';
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
    const target =
      ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? ref.current?.querySelector<HTMLElement>('h1');
    target?.focus({ preventScroll: true });
  }, [step]);
  return ref;
}

type Finish = ReturnType<typeof useFinishSignUp>;

/** Another link would be refused like this one: what is left is an account. */
function AccountWays() {
  return (
    <SimpleGrid columns={2} gap="3">
      <LinkButton to="/signin">Sign in</LinkButton>
      <LinkButton to="/signup" variant="outline" colorPalette="gray">
        Create an account
      </LinkButton>
    </SimpleGrid>
  );
}

function ProblemCard({ problem, email, onAgain }: { problem: LinkProblem; email: string; onAgain: () => void }) {
  const { title, text, way } = problem;
  return (
    <AuthCard title={title} text={text} foot={way === 'account' ? undefined : otherWays}>
      {way === 'again' ? <Button onClick={onAgain}>Try again</Button> : null}
      {way === 'new-link' ? <NewLink email={email} /> : null}
      {way === 'account' ? <AccountWays /> : null}
    </AuthCard>
  );
}

function Card({ state, email, verify, again }: Finish) {
  switch (state.step) {
    case 'done':
      return <Navigate to="/home" replace />;
    case 'failed':
      return <ProblemCard problem={state.problem} email={email} onAgain={() => void again()} />;
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
