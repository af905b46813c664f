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
        Removes your account and all that is personal. It cannot be brought back.
      </Text>
      <Button variant="outline" colorPalette="red" size="sm" onClick={open}>
        Delete account
      </Button>
      {isOpen ? <DeleteAccountDialog onClose={close} onLoadError={onLoadError} /> : null}
    </ProfileSection>
  );
}
