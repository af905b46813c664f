import { changePasswordRules } from '@solvent/contracts/rules';
import { useQueryClient } from '@solvent/http';
import { useSession } from '@solvent/store';
import { Button, Flex, Stack, toast } from '@solvent/ui';
import { FormFailure, PasswordField, useProductForm } from '@solvent/ui/forms';
import { useEffect } from 'react';
import { sessionsOptions } from '../../../api/sessions.ts';
import { changePassword } from '../../../api/account.ts';

/** Password managers read the account name from this field. */
function UsernameInput() {
  const email = useSession((state) => state.userData?.email);
  return <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />;
}

export function Component({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const { getFieldProps, formProps, isSubmitting, failureText } = useProductForm({
    initialValues: { currentPassword: '', password: '' },
    rules: changePasswordRules,
    onSubmit: async (values) => {
      await changePassword(values);
      toast.success('Your password was changed. Other devices were signed out.');
      void queryClient.invalidateQueries(sessionsOptions);
      onClose();
    },
    failure: 'Failed to change password',
  });
  const form = formProps.ref;
  useEffect(() => form.current?.querySelector<HTMLElement>('[name="currentPassword"]')?.focus(), [form]);
  return (
    <form {...formProps} aria-label="Change password">
      <Stack gap="4" maxW="360px">
        <UsernameInput />
        <PasswordField {...getFieldProps('currentPassword')} label="Current password" autoComplete="current-password" required />
        <PasswordField {...getFieldProps('password')} label="New password" autoComplete="new-password" required />
        <FormFailure text={failureText} />
        <Flex gap="3" wrap="wrap">
          <Button type="submit" loading={isSubmitting} loadingText="Changing…">
            Change password
          </Button>
          <Button variant="outline" colorPalette="gray" disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}
