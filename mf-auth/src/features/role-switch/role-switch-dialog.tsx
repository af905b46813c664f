import type { SlotProps } from '@solvent/federation';
import { Component as SwitchRoleDialog } from '../../switch-role/switch-role-dialog.tsx';

/** Slot: turns a solver who wants to post a problem into a seeker (product 2.7). */
export function Component(props: SlotProps['role-switch-dialog']) {
  return <SwitchRoleDialog {...props} newRole="seeker" />;
}
