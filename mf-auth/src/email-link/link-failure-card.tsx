import { getReference } from '@solvent/http';
import { useSession } from '@solvent/store';
import { Button, LinkButton, Reference, SimpleGrid, TextLink } from '@solvent/ui';
import type { ReactNode } from 'react';
import { AuthCard } from '../auth-card/auth-card.tsx';
import { buildEntryState, readIntention, useIntention } from '../auth-card/route-state.ts';
import type { EmailLinkPurpose } from '../identity/identity-port.ts';
import type { LinkFailure } from './link-failure.ts';
import { LinkRequest } from './link-request.tsx';
import { useEmailLink } from './use-email-link.tsx';

/** Keeps the intention, and the address for the form. */
function useEntryState(email: string) {
  const intention = useIntention();
  return buildEntryState(readIntention(email) ?? intention, email);
}

export function AccountLinks({ email }: { email: string }) {
  const user = useSession((state) => state.userData);
  const entryState = useEntryState(email);
  if (user) {
    return (
      <>
        You are signed in as {user.name}.<TextLink to="/home">Go to the home page</TextLink>
      </>
    );
  }
  return (
    <>
      <TextLink to="/signin" state={entryState}>
        Sign in
      </TextLink>{' '}
      or{' '}
      <TextLink to="/signup" state={entryState}>
        create an account
      </TextLink>
    </>
  );
}

function AccountButtons({ email }: { email: string }) {
  const user = useSession((state) => state.userData);
  const entryState = useEntryState(email);
  if (user) return <LinkButton to="/home">Continue as {user.name}</LinkButton>;
  return (
    <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
      <LinkButton to="/signin" state={entryState}>
        Sign in
      </LinkButton>
      <LinkButton to="/signup" state={entryState} variant="outline" colorPalette="gray">
        Create an account
      </LinkButton>
    </SimpleGrid>
  );
}

const SENT_TEXTS: Record<EmailLinkPurpose, (email: ReactNode) => ReactNode> = {
  'sign-up': (email) => <>A new link is on its way to {email}. Open it in this browser.</>,
  'reset-password': (email) => <>If an account uses {email}, a link to choose a new password is on its way.</>,
};

const NEW_LINK_FOOTERS: Record<EmailLinkPurpose, ReactNode> = {
  'sign-up': undefined,
  'reset-password': <TextLink to="/reset-password">Get a new link</TextLink>,
};

interface LinkFailureCardProps {
  failure: LinkFailure;
  purpose: EmailLinkPurpose;
  email: string;
  onRetry: () => void;
}

const withReference = (text: string, cause: unknown) => (
  <>
    {text}
    <Reference of={getReference(cause)} />
  </>
);

export function LinkFailureCard({ failure: { title, text, nextStep, cause }, purpose, email, onRetry }: LinkFailureCardProps) {
  const link = useEmailLink(email, purpose);
  return (
    <AuthCard
      title={title}
      text={withReference(text, cause)}
      footer={nextStep === 'account' ? NEW_LINK_FOOTERS[purpose] : <AccountLinks email={email} />}
    >
      {nextStep === 'retry' ? <Button onClick={onRetry}>Try again</Button> : null}
      {nextStep === 'new-link' ? (
        <LinkRequest link={link} initialEmail={email} submitLabel="Send a new link" renderSentText={SENT_TEXTS[purpose]} />
      ) : null}
      {nextStep === 'account' ? <AccountButtons email={email} /> : null}
    </AuthCard>
  );
}
