import { STORAGE_KEYS } from '@solvent/contracts';
import type { EmailLinkBody, LinkedIdentity } from '@solvent/contracts';
import { useLocation } from '@solvent/router';
import { readKey, useSession } from '@solvent/store';
import { Box, InlineSpinner, TextLink } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { AuthCard, Resume, useFocusOnChange } from '../../auth-card/auth-card.tsx';
import { buildEntryState, getTypedEmail, readIntention, useIntention } from '../../auth-card/route-state.ts';
import type { Intention } from '../../auth-card/route-state.ts';
import { openResetLink } from '../../api/sign-in.ts';
import { LinkFailureCard } from '../../email-link/link-failure-card.tsx';
import { INCOMPLETE_LINK, parseLinkCode, toLinkFailure } from '../../email-link/link-failure.ts';
import type { LinkFailure } from '../../email-link/link-failure.ts';
import { AddressForm, LinkRequest } from '../../email-link/link-request.tsx';
import type { RejectedAddress } from '../../email-link/link-request.tsx';
import { useEmailLink } from '../../email-link/use-email-link.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

function BackLink() {
  const { state } = useLocation();
  const isLogin = useSession((session) => session.isLogin);
  if (isLogin) return <TextLink to="/profile/settings/security">Back to settings</TextLink>;
  return (
    <>
      Remembered it?
      <TextLink to="/signin" state={buildEntryState(state)}>
        Sign in
      </TextLink>
    </>
  );
}

/** The same for every address, so that it does not reveal who has an account. */
const renderSentText = (email: ReactNode) => <>If an account uses {email}, a link to choose a new password is on its way.</>;

function RequestReset() {
  const { state } = useLocation();
  const sessionEmail = useSession(({ userData }) => userData?.email);
  const address = getTypedEmail(state) || sessionEmail || '';
  const link = useEmailLink(address, 'reset-password');
  const isSent = link.state.step === 'sent';
  return (
    <AuthCard
      title="Reset your password"
      text={isSent ? undefined : 'Enter the email of your account, and we’ll send you a link to choose a new password.'}
      footer={<BackLink />}
    >
      <LinkRequest link={link} initialEmail={address} submitLabel="Send the link" renderSentText={renderSentText} />
    </AuthCard>
  );
}

type ResetState =
  | { step: 'opening' }
  | { step: 'done'; intention: Intention }
  /** The address is unknown in this browser, or the server rejected it. */
  | { step: 'address'; rejected?: RejectedAddress }
  | { step: 'password'; link: EmailLinkBody; identities: LinkedIdentity[] }
  | { step: 'failed'; failure: LinkFailure };

/** Redeems the link that opened the page. The server keeps it until a password is set. */
function useResetLink() {
  const oobCode = parseLinkCode(useLocation().search);
  const [email, setEmail] = useState(() => readKey(STORAGE_KEYS.emailForSignIn) ?? '');
  const [state, setState] = useState<ResetState>({ step: 'opening' });
  const linkIntention = useIntention();
  // Read before the password is changed: that starts the session, which removes it.
  const [intention, setIntention] = useState(linkIntention);
  const hasStarted = useRef(false);

  const fail = (failure: LinkFailure, attemptedEmail = email) =>
    setState(
      failure.nextStep === 'address'
        ? { step: 'address', rejected: { email: attemptedEmail, text: failure.text } }
        : { step: 'failed', failure },
    );

  async function open(address: string): Promise<void> {
    if (oobCode === undefined) return;
    setEmail(address);
    setIntention(readIntention(address) ?? linkIntention);
    setState({ step: 'opening' });
    const link = { email: address, oobCode };
    try {
      setState({ step: 'password', link, identities: await openResetLink(link) });
    } catch (error) {
      fail(toLinkFailure(error, 'reset-password'), address);
    }
  }

  async function start(): Promise<void> {
    if (oobCode === undefined) fail(INCOMPLETE_LINK);
    else if (email) await open(email);
    else setState({ step: 'address' });
  }

  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void start();
  });

  return { email, state, open, fail, finish: () => setState({ step: 'done', intention }) };
}

function Card({ email, state, open, fail, finish }: ReturnType<typeof useResetLink>) {
  switch (state.step) {
    case 'done':
      return <Resume intention={state.intention} />;
    case 'failed':
      return <LinkFailureCard failure={state.failure} purpose="reset-password" email={email} onRetry={() => void open(email)} />;
    case 'address':
      return (
        <AuthCard title="Confirm your email" text="Enter the email address that the link was sent to." footer={<BackLink />}>
          <AddressForm initialEmail={email} submitLabel="Continue" rejected={state.rejected} onSubmit={open} />
        </AuthCard>
      );
    case 'password':
      return (
        <AuthCard
          title="Choose a new password"
          text="You’ll be signed in here and signed out everywhere else."
          footer={<BackLink />}
        >
          <NewPasswordForm link={state.link} identities={state.identities} onChanged={finish} onLinkFailure={fail} />
        </AuthCard>
      );
    case 'opening':
      return (
        <AuthCard title="Opening your link…" text="This takes a moment.">
          <InlineSpinner size="lg" />
        </AuthCard>
      );
  }
}

function ResetByLink() {
  const reset = useResetLink();
  const ref = useFocusOnChange(reset.state.step);
  return (
    <Box ref={ref}>
      <Card {...reset} />
    </Box>
  );
}

/** Query parameters of an emailed link. One of them is enough to treat the URL as a link, even an incomplete one. */
const LINK_PARAMETERS = ['oobCode', 'mode', 'apiKey'];

/** /reset-password: requests a link, and is the target of that link (product 2.13). */
export function Component() {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  return LINK_PARAMETERS.some((part) => query.has(part)) ? <ResetByLink key={search} /> : <RequestReset />;
}
