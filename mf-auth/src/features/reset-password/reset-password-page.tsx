import { STORAGE_KEYS } from '@solvent/contracts';
import { Navigate, useLocation } from '@solvent/router';
import { readKey } from '@solvent/store';
import { Box, InlineSpinner } from '@solvent/ui';
import { useDestination } from '../../account/destination.ts';
import { AuthCard } from '../../auth-card/auth-card.tsx';
import { useFocusOnChange } from '../../auth-card/use-focus-on-change.ts';
import { LinkProblemCard } from '../../email-link/link-problem-card.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { Remembered } from './remembered.tsx';
import { RequestReset } from './request-reset.tsx';
import { useResetLink } from './use-reset-link.ts';

function Card({ href, state, check, fail, finish }: ReturnType<typeof useResetLink>) {
  const destination = useDestination();
  switch (state.step) {
    case 'done':
      return <Navigate to={destination} replace />;
    case 'failed': {
      const email = readKey(STORAGE_KEYS.emailForSignIn) ?? '';
      return <LinkProblemCard problem={state.problem} purpose="reset-password" email={email} onAgain={() => void check()} />;
    }
    case 'password':
      return (
        <AuthCard
          title="Choose a new password"
          text="You will be signed in here, and signed out everywhere else."
          foot={<Remembered />}
        >
          <NewPasswordForm href={href} onChanged={finish} onLinkProblem={fail} />
        </AuthCard>
      );
    case 'checking':
      return (
        <AuthCard title="Checking your link…" text="This takes a moment.">
          <InlineSpinner size="lg" />
        </AuthCard>
      );
  }
}

/** With a link: checks it, and lets the person choose a new password. */
function ResetByLink() {
  const reset = useResetLink();
  const ref = useFocusOnChange(reset.state.step);
  return (
    <Box ref={ref}>
      <Card {...reset} />
    </Box>
  );
}

/** What a link of the identity provider carries: with one of these the page was opened by a link, whole or not. */
const LINK_PARTS = ['oobCode', 'mode', 'apiKey'];

/** /reset-password: asks for a link, and is where the link leads. */
export function Component() {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  return LINK_PARTS.some((part) => query.has(part)) ? <ResetByLink key={search} /> : <RequestReset />;
}
