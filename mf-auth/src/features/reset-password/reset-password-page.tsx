import { STORAGE_KEYS } from '@solvent/contracts';
import { Navigate, useLocation } from '@solvent/router';
import { readKey, useSession } from '@solvent/store';
import { Box, InlineSpinner, TextLink } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { AuthCard, useFocusOnChange } from '../../auth-card/auth-card.tsx';
import { entryState, typedAddressOf, useDestination } from '../../auth-card/route-state.ts';
import { LinkProblemCard } from '../../email-link/link-problem-card.tsx';
import { checkLink, INCOMPLETE_LINK, linkProblemOf } from '../../email-link/link-problem.ts';
import type { LinkProblem } from '../../email-link/link-problem.ts';
import { LinkRequest } from '../../email-link/link-request.tsx';
import { useEmailLink } from '../../email-link/use-email-link.tsx';
import { identity } from '../../identity/identity.ts';
import { NewPasswordForm } from './new-password-form.tsx';

/** Under the card: the way back for who needs no new password after all. */
function Remembered() {
  const { state } = useLocation();
  const isLogin = useSession((session) => session.isLogin);
  if (isLogin) return <TextLink to="/profile">Back to your profile</TextLink>;
  return (
    <>
      Remembered it?
      <TextLink to="/signin" state={entryState(state)}>
        Sign in
      </TextLink>
    </>
  );
}

/** The same for every address: nobody learns here who has an account. */
const sentText = (email: ReactNode) => <>If an account uses {email}, a link to choose a new password is on its way.</>;

/** Without a link: asks for the address that one goes to. */
function RequestReset() {
  const { state } = useLocation();
  const ownAddress = useSession(({ userData }) => userData?.email);
  const address = typedAddressOf(state) || ownAddress || '';
  const link = useEmailLink(address, 'reset-password');
  const isSent = link.state.step === 'sent';
  return (
    <AuthCard
      title="Reset your password"
      text={isSent ? undefined : 'Enter the email of your account. We send a link to it that lets you choose a new password.'}
      foot={<Remembered />}
    >
      <LinkRequest link={link} initial={address} submitLabel="Send the link" sentText={sentText} />
    </AuthCard>
  );
}

type ResetState = { step: 'checking' | 'password' | 'done' } | { step: 'failed'; problem: LinkProblem };

/** Checks the link that /reset-password was opened with, without using it up. `check` starts over. */
function useResetLink() {
  const { pathname, search } = useLocation();
  const href = window.location.origin + pathname + search;
  const [state, setState] = useState<ResetState>({ step: 'checking' });
  const started = useRef(false);

  const fail = (problem: LinkProblem) => setState({ step: 'failed', problem });

  async function check(): Promise<void> {
    setState({ step: 'checking' });
    try {
      if (!(await identity.isEmailLink(href))) return fail(INCOMPLETE_LINK);
      await checkLink(href);
      setState({ step: 'password' });
    } catch (error) {
      fail(linkProblemOf(error, 'reset-password'));
    }
  }

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void check();
  });

  return { href, state, check, fail, finish: () => setState({ step: 'done' }) };
}

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
