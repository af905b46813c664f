import type { Role } from '@solvent/contracts';
import { switchRoleRules } from '@solvent/contracts/rules';
import { failureText, useQueryClient } from '@solvent/http';
import { getSession, saveUser } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { publicProfileKey } from '../person/profile-keys.ts';
import { switchRole } from './switch-role.ts';

/** What a person typed before a failure closed the dialog (spec 4): it stands there when they open it again. */
let unsent: { userId: string; expertiseAreas: string[] } | null = null;

function startingAreas(): string[] {
  const user = getSession().userData;
  return (unsent?.userId === user?._id ? unsent?.expertiseAreas : user?.expertiseAreas) ?? [];
}

interface SwitchRoleOptions {
  newRole: Role;
  onClose: () => void;
  /** The stored user has the new role. */
  onSwitched?: (() => void) | undefined;
}

/** The form of the dialog: closes on success and on failure (spec 4), with a sentence either way. */
export function useSwitchRole({ newRole, onClose, onSwitched }: SwitchRoleOptions) {
  const queryClient = useQueryClient();
  return useProductForm({
    initialValues: { expertiseAreas: startingAreas() },
    rules: switchRoleRules,
    onSubmit: async ({ expertiseAreas }) => {
      try {
        const user = await switchRole(newRole, expertiseAreas);
        saveUser(user);
        void queryClient.invalidateQueries({ queryKey: publicProfileKey(user._id) });
        unsent = null;
        toast.success(`Successfully switched to ${newRole} account`);
        onClose();
        onSwitched?.();
      } catch (error) {
        const userId = getSession().userData?._id;
        if (userId) unsent = { userId, expertiseAreas };
        toast.error(failureText(error, 'Failed to switch role'));
        onClose();
      }
    },
  });
}
