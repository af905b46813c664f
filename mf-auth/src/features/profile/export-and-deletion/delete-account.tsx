import { Button, lazyComponent, Text, useDialogState } from '@solvent/ui';
import { ProfileSection } from '../../../person/profile-section.tsx';

const DeleteAccountDialog = lazyComponent(
  () => import(/* webpackChunkName: "delete-account-dialog" */ './delete-account-dialog.tsx'),
);

export function DeleteAccount() {
  const { isOpen, open, close, onLoadError } = useDialogState();
  return (
    <ProfileSection title="Delete account">
      <Text color="fg.muted" mb="3">
        Permanently deletes your account and personal data. This can’t be undone.
      </Text>
      <Button variant="outline" colorPalette="red" size="sm" onClick={open}>
        Delete account
      </Button>
      {isOpen ? <DeleteAccountDialog onClose={close} onLoadError={onLoadError} /> : null}
    </ProfileSection>
  );
}
