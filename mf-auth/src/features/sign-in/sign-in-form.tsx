import { loginRules } from '@solvent/contracts/rules';
import { failureText } from '@solvent/http';
import { useLocation } from '@solvent/router';
import { Box, Button, Stack, TextLink, toast } from '@solvent/ui';
import { PasswordField, TextField, useProductForm } from '@solvent/ui/forms';
import { entryState, typedAddressOf } from '../../account/entry-state.ts';
import { startSession } from '../../account/start-session.ts';
import { login } from './login.ts';

/** Address and password. Signing in changes the session; the page goes on from there. */
export function SignInForm({ onUnverified }: { onUnverified: (email: string) => void }) {
  const { state } = useLocation();
  const { fieldOf, formProps, values, isSubmitting } = useProductForm({
    initialValues: { email: typedAddressOf(state), password: '' },
    rules: loginRules,
    onSubmit: async (credentials) => {
      try {
        const user = await login(credentials);
        if (!user.isEmailVerified || !user.token) {
          toast.error('Please verify your email to continue');
          onUnverified(user.email);
          return;
        }
        startSession(user);
        toast.success('Logged in successfully!');
      } catch (error) {
        toast.error(failureText(error, 'Failed to login'));
        throw error;
      }
    },
  });

  return (
    <form {...formProps}>
      <Stack gap="4">
        <TextField {...fieldOf('email')} label="Email" type="email" autoComplete="email" inputMode="email" required />
        <Box position="relative">
          <PasswordField {...fieldOf('password')} label="Password" autoComplete="current-password" required />
          <TextLink
            to="/reset-password"
            state={entryState(state, values.email)}
            position="absolute"
            top="0"
            insetEnd="0"
            textStyle="ui"
            // A finger's target, that leaves the field below its own.
            _before={{ content: '""', position: 'absolute', insetInline: '0', top: '-18px', bottom: '-7px' }}
          >
            Forgot password?
          </TextLink>
        </Box>
        <Button type="submit" loading={isSubmitting} loadingText="Signing In..." mt="1">
          Sign In
        </Button>
      </Stack>
    </form>
  );
}
