import type { Role, User } from '@solvent/contracts';
import { Button, lazyComponent, reportLoadFailure, Text } from '@solvent/ui';
import { useState } from 'react';
import { ProfileSection } from '../../person/profile-section.tsx';

const SwitchRoleDialog = lazyComponent(
  () => import(/* webpackChunkName: "switch-role-dialog" */ '../../switch-role/switch-role-dialog.tsx'),
);

const ROLES: Record<Role, { text: string; other: Role; action: string }> = {
  seeker: {
    text: 'You are a seeker: you post problems and choose whose solution you take.',
    other: 'solver',
    action: 'Become a solver',
  },
  solver: {
    text: 'You are a solver: you bid on problems and solve them.',
    other: 'seeker',
    action: 'Switch to seeker',
  },
};

/** What the person is here for, and the way to the other role. */
export function RoleSection({ user }: { user: User }) {
  // The role that is asked for: the present one changes before the dialog has gone.
  const [asked, setAsked] = useState<Role | null>(null);
  const { text, other, action } = ROLES[user.role];
  const fail = () => {
    setAsked(null);
    reportLoadFailure('The dialog');
  };

  return (
    <ProfileSection title="Role">
      <Text color="fg.muted" mb="3">
        {text}
      </Text>
      <Button variant="outline" colorPalette="gray" size="sm" onClick={() => setAsked(other)}>
        {action}
      </Button>
      {asked ? <SwitchRoleDialog open newRole={asked} onClose={() => setAsked(null)} onLoadError={fail} /> : null}
    </ProfileSection>
  );
}
