import type { Role, User } from '@solvent/contracts';
import { Button, lazyComponent, reportLoadFailure, Text } from '@solvent/ui';
import { useState } from 'react';
import { ProfileSection } from '../person/profile-section.tsx';

const SwitchRoleDialog = lazyComponent(() => import(/* webpackChunkName: "switch-role-dialog" */ './switch-role-dialog.tsx'));

const ROLES: Record<Role, { text: string; other: Role; action: string }> = {
  seeker: {
    text: 'You are a seeker: you post problems and choose who solves them.',
    other: 'solver',
    action: 'Become a solver',
  },
  solver: {
    text: 'You are a solver: you bid on problems and solve them.',
    other: 'seeker',
    action: 'Switch to seeker',
  },
};

export function RoleSection({ user }: { user: User }) {
  // Not derived from `user.role`, which changes before the dialog has closed.
  const [requestedRole, setRequestedRole] = useState<Role | null>(null);
  const { text, other, action } = ROLES[user.role];
  const handleLoadError = () => {
    setRequestedRole(null);
    reportLoadFailure('The dialog');
  };

  return (
    <ProfileSection title="Role">
      <Text color="fg.muted" mb="3">
        {text}
      </Text>
      <Button variant="outline" colorPalette="gray" size="sm" onClick={() => setRequestedRole(other)}>
        {action}
      </Button>
      {requestedRole ? (
        <SwitchRoleDialog open newRole={requestedRole} onClose={() => setRequestedRole(null)} onLoadError={handleLoadError} />
      ) : null}
    </ProfileSection>
  );
}
