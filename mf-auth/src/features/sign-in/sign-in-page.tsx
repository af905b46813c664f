import { useLocation } from '@solvent/router';
import { TextLink } from '@solvent/ui';
import { useState } from 'react';
import { entryState } from '../../account/entry-state.ts';
import { OnlySignedOut } from '../../account/only-signed-out.tsx';
import { AuthCard } from '../../auth-card/auth-card.tsx';
import { UnverifiedNotice } from '../../email-link/unverified-notice.tsx';
import { SocialButtons } from '../../social/social-buttons.tsx';
import { SignInForm } from './sign-in-form.tsx';

function SignIn() {
  const { state } = useLocation();
  const [unverified, setUnverified] = useState<string | null>(null);
  const signUpLink = (
    <>
      New to Solvent?
      <TextLink to="/signup" state={entryState(state)}>
        Create an account
      </TextLink>
    </>
  );
  return (
    <AuthCard title="Welcome Back" text="Sign in to continue" foot={signUpLink}>
      {unverified ? <UnverifiedNotice key={unverified} email={unverified} /> : null}
      <SignInForm onUnverified={setUnverified} />
      <SocialButtons request={async () => ({ socialMethod: 'login' })} onUnverified={({ email }) => setUnverified(email)} />
    </AuthCard>
  );
}

/** /signin (spec 2). */
export function Component() {
  return (
    <OnlySignedOut>
      <SignIn />
    </OnlySignedOut>
  );
}
