import { useLocation } from '@solvent/router';
import { Button, Stack, Text, TextLink, useDeferredComponent } from '@solvent/ui';
import { useState } from 'react';
import { entryState } from '../../account/entry-state.ts';
import { OnlySignedOut } from '../../account/only-signed-out.tsx';
import { AuthCard } from '../../auth-card/auth-card.tsx';
import { SocialButtons } from '../../social/social-buttons.tsx';
import { LinkedInButton } from './linkedin-button.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useSignUp } from './use-sign-up.ts';

const loadDialog = () =>
  import(/* webpackChunkName: "check-email-dialog" */ './check-email-dialog.tsx').then((module) => ({
    Component: module.CheckEmailDialog,
  }));

/** The dialog sends the link: without it the address stays unproven. */
function CheckEmail({ email, onClose }: { email: string; onClose: () => void }) {
  const { Component: CheckEmailDialog, failed, retry } = useDeferredComponent(loadDialog, true);
  if (CheckEmailDialog) return <CheckEmailDialog email={email} onClose={onClose} />;
  if (!failed) return null;
  return (
    <Stack role="alert" gap="3">
      <Text color="fg.error">Your account is there, but the verification of your address could not be loaded.</Text>
      <Button variant="outline" colorPalette="gray" onClick={retry}>
        Try again
      </Button>
    </Stack>
  );
}

function SignUp() {
  const { state } = useLocation();
  const [unproven, setUnproven] = useState<string | null>(null);
  const { form, isTaken, socialRequest, waitForProof } = useSignUp(setUnproven);
  const signInLink = (
    <>
      Already have an account?
      <TextLink to="/signin" state={entryState(state)}>
        Sign in
      </TextLink>
    </>
  );
  return (
    <AuthCard title="Create an Account" text="Post your first problem, or solve one." foot={signInLink}>
      <SignUpForm form={form} isTaken={isTaken} />
      <SocialButtons request={socialRequest} onUnverified={waitForProof}>
        <LinkedInButton />
      </SocialButtons>
      {unproven ? <CheckEmail email={unproven} onClose={() => setUnproven(null)} /> : null}
    </AuthCard>
  );
}

/** /signup (spec 2). */
export function Component() {
  return (
    <OnlySignedOut>
      <SignUp />
    </OnlySignedOut>
  );
}
