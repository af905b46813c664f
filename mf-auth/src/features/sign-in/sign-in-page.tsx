import { loginRules } from '@solvent/contracts/rules';
import { useLocation } from '@solvent/router';
import { Box, Button, Stack, TextLink, toast } from '@solvent/ui';
import { FormFailure, PasswordField, TextField, useProductForm } from '@solvent/ui/forms';
import { useState } from 'react';
import { login, startSession } from '../../api/sign-in.ts';
import { AuthCard, Purpose, RedirectIfSignedIn } from '../../auth-card/auth-card.tsx';
import { buildEntryState, getTypedEmail } from '../../auth-card/route-state.ts';
import { SocialButtons } from '../../social/social-buttons.tsx';
import { UnverifiedNotice } from './unverified-notice.tsx';

/** Starting the session redirects, see {@link RedirectIfSignedIn}. */
function useSignInForm(onUnverified: (email: string) => void) {
  const { state } = useLocation();
  return useProductForm({
    initialValues: { email: getTypedEmail(state), password: '' },
    rules: loginRules,
    onSubmit: async (credentials) => {
      const user = await login(credentials);
      if (user.isEmailVerified && user.token) {
        startSession(user);
        toast.success('Logged in successfully!');
      } else {
        toast.error('Please verify your email to continue');
        onUnverified(user.email);
      }
    },
    failure: 'Failed to login',
  });
}

function SignInForm({ getFieldProps, formProps, values, isSubmitting, failureText }: ReturnType<typeof useSignInForm>) {
  const { state } = useLocation();
  return (
    <form {...formProps}>
      <Stack gap="4">
        <TextField {...getFieldProps('email')} label="Email" type="email" autoComplete="email" inputMode="email" required />
        <Box position="relative">
          <PasswordField {...getFieldProps('password')} label="Password" autoComplete="current-password" required />
          <TextLink
            to="/reset-password"
            state={buildEntryState(state, values.email)}
            position="absolute"
            top="0"
            insetEnd="0"
            textStyle="ui"
            // Enlarges the touch target without covering the field below.
            _before={{ content: '""', position: 'absolute', insetInline: '0', top: '-18px', bottom: '-7px' }}
          >
            Forgot password?
          </TextLink>
        </Box>
        <FormFailure text={failureText} />
        <Button type="submit" loading={isSubmitting} loadingText="Signing In..." mt="1">
          Sign In
        </Button>
      </Stack>
    </form>
  );
}

function SignIn() {
  const { state } = useLocation();
  const [unverifiedEmail, setUnverifiedEmail] = useState<string | null>(null);
  const form = useSignInForm(setUnverifiedEmail);
  const signUpLink = (
    <>
      New to Solvent?
      <TextLink to="/signup" state={buildEntryState(state, form.values.email)}>
        Create an account
      </TextLink>
    </>
  );
  return (
    <AuthCard title="Welcome Back" text="Sign in to continue" footer={signUpLink}>
      <Purpose lead="Sign in to" />
      {unverifiedEmail ? <UnverifiedNotice key={unverifiedEmail} email={unverifiedEmail} /> : null}
      <SignInForm {...form} />
      <SocialButtons request={async () => ({ socialMethod: 'login' })} onUnverified={({ email }) => setUnverifiedEmail(email)} />
    </AuthCard>
  );
}

/** /signin (product 2.10). */
export function Component() {
  return (
    <RedirectIfSignedIn>
      <SignIn />
    </RedirectIfSignedIn>
  );
}
