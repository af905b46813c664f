import { loginRules } from '@solvent/contracts/rules';
import { failureText } from '@solvent/http';
import { saveUser } from '@solvent/store';
import { Button, Stack, toast } from '@solvent/ui';
import { PasswordField, TextField, useProductForm } from '@solvent/ui/forms';
import { login } from './login.ts';

/** Address and password. Signing in changes the session; the page goes on from there. */
export function SignInForm({ onUnverified }: { onUnverified: (email: string) => void }) {
  const { fieldOf, formProps, isSubmitting } = useProductForm({
    initialValues: { email: '', password: '' },
    rules: loginRules,
    onSubmit: async (values) => {
      try {
        const user = await login(values);
        if (!user.isEmailVerified || !user.token) {
          toast.error('Please verify your email to continue');
          onUnverified(user.email);
          return;
        }
        saveUser(user);
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
        <PasswordField {...fieldOf('password')} label="Password" autoComplete="current-password" required />
        <Button type="submit" loading={isSubmitting} loadingText="Signing In..." mt="1">
          Sign In
        </Button>
      </Stack>
    </form>
  );
}
