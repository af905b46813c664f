import { useLocation } from '@solvent/router';
import { TextLink } from '@solvent/ui';
import { lazy, Suspense, useState } from 'react';
import { OnlySignedOut } from '../../account/only-signed-out.tsx';
import { AuthCard } from '../../auth-card/auth-card.tsx';
import { SocialButtons } from '../../social/social-buttons.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useSignUp } from './use-sign-up.ts';

const CheckEmailDialog = lazy(() =>
  import(/* webpackChunkName: "check-email-dialog" */ './check-email-dialog.tsx').then((module) => ({
    default: module.CheckEmailDialog,
  })),
);

function SignUp() {
  const { state } = useLocation();
  const [unproven, setUnproven] = useState<string | null>(null);
  const { form, socialRequest, waitForProof } = useSignUp(setUnproven);
  const signInLink = (
    <>
      Already have an account?
      <TextLink to="/signin" state={state}>
        Sign in
      </TextLink>
    </>
  );
  return (
    <AuthCard title="Create an Account" text="Post your first problem, or solve one." foot={signInLink}>
      <SignUpForm form={form} />
      <SocialButtons request={socialRequest} onUnverified={waitForProof} />
      <Suspense>{unproven ? <CheckEmailDialog email={unproven} onClose={() => setUnproven(null)} /> : null}</Suspense>
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
