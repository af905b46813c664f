import { getReference } from '@solvent/http';
import { useSession } from '@solvent/store';
import { Button, LinkButton, Reference, SimpleGrid, TextLink } from '@solvent/ui';
import type { ReactNode } from 'react';
import { AuthCard } from '../auth-card/auth-card.tsx';
import type { EmailLinkPurpose } from '../identity/identity-port.ts';
import type { LinkProblem } from './link-problem.ts';
import { LinkRequest } from './link-request.tsx';
import { useEmailLink } from './use-email-link.tsx';

/** Under a card about a link: the ways on without it. */
export function OtherWays() {
  const user = useSession((state) => state.userData);
  if (user) {
    return (
      <>
        You are signed in as {user.name}.<TextLink to="/home">Go to the home page</TextLink>
      </>
    );
  }
  return (
    <>
      <TextLink to="/signin">Sign in</TextLink> or <TextLink to="/signup">create an account</TextLink>
    </>
  );
}

/** In a card: what is left when no link helps is an account. */
function AccountWays() {
  const user = useSession((state) => state.userData);
  if (user) return <LinkButton to="/home">Continue as {user.name}</LinkButton>;
  return (
    <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
      <LinkButton to="/signin">Sign in</LinkButton>
      <LinkButton to="/signup" variant="outline" colorPalette="gray">
        Create an account
      </LinkButton>
    </SimpleGrid>
  );
}

const SENT: Record<EmailLinkPurpose, (email: ReactNode) => ReactNode> = {
  'sign-up': (email) => <>A new link is on its way to {email}. Open it in this browser.</>,
  'reset-password': (email) => <>If an account uses {email}, a link to choose a new password is on its way.</>,
};

/** Where the account is there after all, a new link to it can be asked for. */
const ASK_ANEW: Record<EmailLinkPurpose, ReactNode> = {
  'sign-up': undefined,
  'reset-password': <TextLink to="/reset-password">Get a new link</TextLink>,
};

interface LinkProblemCardProps {
  problem: LinkProblem;
  purpose: EmailLinkPurpose;
  /** The address that a new link would go to, as far as it is known. */
  email: string;
  onAgain: () => void;
}

const withReference = (text: string, cause: unknown) => (
  <>
    {text}
    <Reference of={getReference(cause)} />
  </>
);

/** A link that did not work: why, and a way on. */
export function LinkProblemCard({ problem: { title, text, way, cause }, purpose, email, onAgain }: LinkProblemCardProps) {
  const link = useEmailLink(email, purpose);
  return (
    <AuthCard title={title} text={withReference(text, cause)} foot={way === 'account' ? ASK_ANEW[purpose] : <OtherWays />}>
      {way === 'again' ? <Button onClick={onAgain}>Try again</Button> : null}
      {way === 'new-link' ? (
        <LinkRequest link={link} initial={email} submitLabel="Send a new link" sentText={SENT[purpose]} />
      ) : null}
      {way === 'account' ? <AccountWays /> : null}
    </AuthCard>
  );
}
