import type { SlotProps } from '@solvent/federation';
import { Component as SwitchRoleDialog } from '../../switch-role/switch-role-dialog.tsx';

/** Slot: turns a seeker who wants to bid into a solver (product 2.42). */
export function Component(props: SlotProps['solver-switch-dialog']) {
  return <SwitchRoleDialog {...props} newRole="solver" />;
}
