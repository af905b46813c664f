import { Button, Text, toast, useDeferredComponent } from '@solvent/ui';
import { useState } from 'react';
import { ProfileSection } from '../../../person/profile-section.tsx';

const loadDialog = () =>
  import(/* webpackChunkName: "delete-account-dialog" */ './delete-account-dialog.tsx').then((module) => ({
    Component: module.DeleteAccountDialog,
  }));

/** The end of the account, after asking once. */
export function DeleteAccount() {
  const [asking, setAsking] = useState(false);
  const { Component: DeleteAccountDialog } = useDeferredComponent(loadDialog, asking, () => {
    setAsking(false);
    toast.error('The dialog could not be loaded. Please try again.');
  });
  return (
    <ProfileSection title="Delete account">
      <Text color="fg.muted" mb="3">
        Removes your account and all that is personal. It cannot be brought back.
      </Text>
      <Button variant="outline" colorPalette="red" size="sm" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      {asking && DeleteAccountDialog ? <DeleteAccountDialog onClose={() => setAsking(false)} /> : null}
    </ProfileSection>
  );
}
