import { ACCOUNT, STORAGE_KEYS } from '@solvent/contracts';
import { loginRules, newPasswordFormRules } from '@solvent/contracts/rules';
import { ApiError } from '@solvent/http';
import { readKey, useSession } from '@solvent/store';
import { Button, Stack, Text, toast, VisuallyHidden } from '@solvent/ui';
import { PasswordField, TextField, useProductForm } from '@solvent/ui/forms';
import { useRef, useState } from 'react';
import { resetPassword, startSession } from '../../api/sign-in.ts';
import { linkProblemOf, reachServer } from '../../email-link/link-problem.ts';
import type { LinkProblem } from '../../email-link/link-problem.ts';
import { identity } from '../../identity/identity.ts';

const rules = loginRules.pick(['email']).concat(newPasswordFormRules);

interface NewPasswordOptions {
  /** The whole address of the page. */
  href: string;
  onChanged: () => void;
  /** The link cannot be used any more. */
  onLinkProblem: (problem: LinkProblem) => void;
}

/** The form of a new password. `asksAddress` while this browser does not know whom the link was sent to. */
function useNewPassword({ href, onChanged, onLinkProblem }: NewPasswordOptions) {
  const [known] = useState(() => readKey(STORAGE_KEYS.emailForSignIn) ?? '');
  const [asksAddress, setAsksAddress] = useState(known === '');
  const isProven = useRef(false);

  /** Tells a failure where it is mended: in passing, in place of the form, else under the field that it is about. */
  function told(error: unknown): unknown {
    if (error instanceof ApiError && Object.keys(error.errors).length > 0) return error;
    const problem = linkProblemOf(error, 'reset-password', isProven.current);
    if (problem.way === 'address') {
      setAsksAddress(true);
      return Object.assign(new Error(problem.text), { errors: { email: problem.text } });
    }
    if (problem.way === 'again') toast.error(problem.text, { cause: problem.cause });
    else onLinkProblem(problem);
    return error;
  }

  const form = useProductForm({
    initialValues: { email: known, password: '' },
    rules,
    onSubmit: async ({ email, password }) => {
      try {
        await reachServer();
        const idToken = await identity.proveByEmailLink(email.trim().toLowerCase(), href);
        isProven.current = true;
        startSession(await resetPassword({ idToken, password }));
        toast.success('Your password was changed. You are signed in.');
        onChanged();
      } catch (error) {
        throw told(error);
      }
    },
  });

  return { form, asksAddress, askAddress: () => setAsksAddress(true) };
}

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
