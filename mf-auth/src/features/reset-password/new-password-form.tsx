import { ACCOUNT } from '@solvent/contracts';
import type { EmailLinkBody, LinkedIdentity } from '@solvent/contracts';
import { newPasswordFormRules } from '@solvent/contracts/rules';
import { Day } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Button, chakra, Span, Stack, Text, toast, VisuallyHidden } from '@solvent/ui';
import { CheckboxField, FormFailure, PasswordField, useProductForm } from '@solvent/ui/forms';
import { useState } from 'react';
import { resetPassword, startSession } from '../../api/sign-in.ts';
import { toLinkFailure } from '../../email-link/link-failure.ts';
import type { LinkFailure } from '../../email-link/link-failure.ts';
import { formatIdentityName } from '../../social/providers.ts';

interface NewPasswordOptions {
  link: EmailLinkBody;
  identities: readonly LinkedIdentity[];
  onChanged: () => void;
  onLinkFailure: (failure: LinkFailure) => void;
}

function useNewPassword({ link, onChanged, onLinkFailure }: NewPasswordOptions) {
  const [keptIdentities, setKeptIdentities] = useState<readonly LinkedIdentity[]>([]);
  const form = useProductForm({
    initialValues: { password: '' },
    rules: newPasswordFormRules,
    onSubmit: async ({ password }) => {
      try {
        const keep = keptIdentities.map(({ type, id }) => ({ type, id }));
        startSession(await resetPassword({ ...link, password, keep }));
      } catch (error) {
        throw handleFailure(error);
      }
      toast.success('Your password was changed. You are signed in.');
      onChanged();
    },
  });

  /** Returns the error to show under the password field, or reports it in a toast or in place of the form. */
  function handleFailure(error: unknown): unknown {
    const { password } = (error as { errors?: Record<string, string> }).errors ?? {};
    if (password !== undefined) return error;
    const failure = toLinkFailure(error, 'reset-password');
    const cause = new Error(failure.text, { cause: failure.cause });
    if (failure.nextStep === 'retry') toast.error(failure.text, { cause });
    else onLinkFailure(failure);
    return cause;
  }

  const setKept = (identity: LinkedIdentity, isKept: boolean) =>
    setKeptIdentities((before) => (isKept ? [...before, identity] : before.filter((other) => other !== identity)));
  return { form, keptIdentities, setKept };
}

function SessionReplacedNotice({ email }: { email: string }) {
  const user = useSession((state) => state.userData);
  if (!user || user.email === email) return null;
  return (
    <Text p="3" rounded="l2" bg="brand.subtle" borderWidth="1px" borderColor="brand.border" overflowWrap="anywhere">
      You are signed in as {user.name}. This will sign you in as {email}.
    </Text>
  );
}

/** Password managers read the account name from the hidden field. */
function AccountName({ email }: { email: string }) {
  return (
    <Text color="fg.muted" overflowWrap="anywhere">
      For <strong>{email}</strong>.
      <VisuallyHidden asChild>
        <input type="text" name="username" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden />
      </VisuallyHidden>
    </Text>
  );
}

interface OtherSignInMethodsProps {
  identities: readonly LinkedIdentity[];
  keptIdentities: readonly LinkedIdentity[];
  onKeep: (identity: LinkedIdentity, isKept: boolean) => void;
}

/** Lists linked accounts to keep or remove: an attacker who knew the password could have added one. */
function OtherSignInMethods({ identities, keptIdentities, onKeep }: OtherSignInMethodsProps) {
  if (identities.length === 0) return null;
  return (
    <chakra.fieldset minW="0">
      <chakra.legend textStyle="ui" fontWeight="500">
        Other ways to sign in
      </chakra.legend>
      <Text color="fg.muted" mb="2">
        Select the ones that are yours. The others will be removed.
      </Text>
      <Stack gap="2">
        {identities.map((identity) => (
          <CheckboxField
            key={`${identity.type} ${identity.id}`}
            name="keep"
            checked={keptIdentities.includes(identity)}
            onChange={(checked) => onKeep(identity, checked)}
          >
            Keep {formatIdentityName(identity)}{' '}
            <Span color="fg.muted" fontWeight="400">
              added <Day time={identity.linkedAt} format="long" />
            </Span>
          </CheckboxField>
        ))}
      </Stack>
    </chakra.fieldset>
  );
}

export function NewPasswordForm(options: NewPasswordOptions) {
  const { link, identities } = options;
  const { form, keptIdentities, setKept } = useNewPassword(options);
  const { getFieldProps, formProps, isSubmitting, failureText } = form;
  return (
    <form {...formProps}>
      <Stack gap="4">
        <SessionReplacedNotice email={link.email} />
        <AccountName email={link.email} />
        <PasswordField
          {...getFieldProps('password')}
          label="New password"
          autoComplete="new-password"
          help={`At least ${ACCOUNT.passwordMin} characters`}
          required
        />
        <OtherSignInMethods identities={identities} keptIdentities={keptIdentities} onKeep={setKept} />
        <FormFailure text={failureText} />
        <Button type="submit" loading={isSubmitting} loadingText="Changing password…" mt="1">
          Change password
        </Button>
      </Stack>
    </form>
  );
}
