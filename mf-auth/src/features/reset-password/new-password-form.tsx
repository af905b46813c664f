import { ACCOUNT } from '@solvent/contracts';
import { useSession } from '@solvent/store';
import { Button, Stack, Text, VisuallyHidden } from '@solvent/ui';
import { PasswordField, TextField } from '@solvent/ui/forms';
import { useNewPassword } from './use-new-password.ts';
import type { NewPasswordOptions } from './use-new-password.ts';

/** Somebody else is signed in where the link was opened: says what becomes of that. */
function ReplacesSession({ email }: { email: string }) {
  const user = useSession((state) => state.userData);
  if (!user || user.email === email) return null;
  return (
    <Text p="3" rounded="l2" bg="brand.subtle" borderWidth="1px" borderColor="brand.border" overflowWrap="anywhere">
      You are signed in as {user.name}. This will sign you in as {email === '' ? 'the account of the link' : email}.
    </Text>
  );
}

/** What password managers file the new password under, where the address is not asked for. */
function KnownAddress({ email, onOther }: { email: string; onOther: () => void }) {
  return (
    <Text color="fg.muted" overflowWrap="anywhere">
      For <strong>{email}</strong>.{' '}
      <Button
        variant="plain"
        size="sm"
        h="auto"
        minW="0"
        p="0"
        border="0"
        color="brand.fg"
        textDecoration="underline"
        onClick={onOther}
      >
        Another address?
      </Button>
      <VisuallyHidden asChild>
        <input type="text" name="username" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden />
      </VisuallyHidden>
    </Text>
  );
}

/** Chooses a new password by a link that can be used. */
export function NewPasswordForm(options: NewPasswordOptions) {
  const { form, asksAddress, askAddress } = useNewPassword(options);
  const { fieldOf, formProps, values, isSubmitting } = form;
  return (
    <form {...formProps}>
      <Stack gap="4">
        <ReplacesSession email={asksAddress ? '' : values.email} />
        {asksAddress ? (
          <TextField
            {...fieldOf('email')}
            label="Email"
            type="email"
            autoComplete="username"
            inputMode="email"
            help="The address that the link was sent to"
            required
          />
        ) : (
          <KnownAddress email={values.email} onOther={askAddress} />
        )}
        <PasswordField
          {...fieldOf('password')}
          label="New password"
          autoComplete="new-password"
          help={`At least ${ACCOUNT.passwordMin} characters`}
          required
        />
        <Button type="submit" loading={isSubmitting} loadingText="Changing the password…" mt="1">
          Change the password
        </Button>
      </Stack>
    </form>
  );
}
