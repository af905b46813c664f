import { loginRules } from '@solvent/contracts/rules';
import { Button, Flex, Stack } from '@solvent/ui';
import { PasswordField, useProductForm } from '@solvent/ui/forms';
import { tellFailure } from '../tell-failure.ts';
import { useDeleteAccount } from './use-delete-account.ts';

const rules = loginRules.pick(['password']);

/** Asks for the password and deletes the account. */
export function DeleteWithPassword({ onClose }: { onClose: () => void }) {
  const deleteAccount = useDeleteAccount();
  const { fieldOf, formProps, isSubmitting } = useProductForm({
    initialValues: { password: '' },
    rules,
    onSubmit: async (proof) => {
      try {
        await deleteAccount(proof);
      } catch (error) {
        tellFailure(error, 'Failed to delete your account');
        throw error;
      }
    },
  });
  return (
    <form {...formProps}>
      <Stack gap="5">
        <PasswordField {...fieldOf('password')} label="Your password" autoComplete="current-password" required />
        <Flex gap="3" justify="flex-end" wrap="wrap">
          <Button variant="outline" colorPalette="gray" disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" colorPalette="red" loading={isSubmitting} loadingText="Deleting…">
            Delete my account
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}
