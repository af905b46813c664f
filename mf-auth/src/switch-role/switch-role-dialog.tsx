import type { Role } from '@solvent/contracts';
import { switchRoleRules } from '@solvent/contracts/rules';
import { useQueryClient } from '@solvent/http';
import { getSession, saveUser } from '@solvent/store';
import { Button, Stack, Text, toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { Modal } from '@solvent/ui/overlays';
import { useId } from 'react';
import { switchRole } from '../api/account.ts';
import { publicProfileKey } from '../api/public-profiles.ts';
import { SkillsField } from '../skills/skills-field.tsx';

/** Input of a failed attempt, restored when the dialog opens again (product 4.4). */
let unsavedAreas: { userId: string; expertiseAreas: string[] } | null = null;

function getInitialAreas(): string[] {
  const user = getSession().userData;
  return (unsavedAreas?.userId === user?._id ? unsavedAreas?.expertiseAreas : user?.expertiseAreas) ?? [];
}

interface SwitchRoleOptions {
  newRole: Role;
  onClose: () => void;
  onDone?: (() => void) | undefined;
}

/** Closes the dialog on success and on failure (product 4.4). */
function useSwitchRole({ newRole, onClose, onDone }: SwitchRoleOptions) {
  const queryClient = useQueryClient();
  return useProductForm({
    initialValues: { expertiseAreas: getInitialAreas() },
    rules: switchRoleRules,
    onSubmit: async ({ expertiseAreas }) => {
      try {
        const user = await switchRole(newRole, expertiseAreas);
        saveUser(user);
        void queryClient.invalidateQueries({ queryKey: publicProfileKey(user._id) });
        unsavedAreas = null;
        toast.success(`Successfully switched to ${newRole} account`);
        onClose();
        onDone?.();
      } catch (error) {
        const userId = getSession().userData?._id;
        if (userId) unsavedAreas = { userId, expertiseAreas };
        toast.failure(error, 'Failed to switch role');
        onClose();
      }
    },
  });
}

const TEXTS: Record<Role, { title: string; text: string; submit: string }> = {
  seeker: {
    title: 'Switch to Seeker Account',
    text: 'Only seekers can post problems. Your bids, agreements and messages stay, and you can still edit or withdraw bids in My Bids. Check the areas of expertise on your profile.',
    submit: 'Switch to Seeker',
  },
  solver: {
    title: 'Switch to Solver Account',
    text: 'Only solvers can bid on problems. Your problems, agreements and messages stay, and you can still accept bids in My Problems. Add your areas of expertise.',
    submit: 'Switch to Solver',
  },
};

interface SwitchRoleDialogProps {
  newRole: Role;
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
}

/** Switches the role and sets areas of expertise (product 2.7). */
export function Component({ newRole, open, onClose, onDone }: SwitchRoleDialogProps) {
  const formId = useId();
  const { title, text, submit } = TEXTS[newRole];
  const { getFieldProps, formProps, values, setFieldValue, setFieldTouched, isSubmitting } = useSwitchRole({
    newRole,
    onClose,
    onDone,
  });
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" disabled={isSubmitting} onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} loading={isSubmitting} loadingText="Switching...">
        {submit}
      </Button>
    </>
  );
  return (
    <Modal open={open} onClose={onClose} title={title} footer={footer} isBusy={isSubmitting}>
      <form {...formProps} id={formId}>
        {/* Leaves room for five suggestions, which the dialog would cut off. */}
        <Stack gap="4" minH={{ base: '350px', md: '270px' }}>
          <Text color="fg.muted">{text}</Text>
          <SkillsField
            label="Areas of expertise"
            skills={values.expertiseAreas}
            onChange={(skills) => void setFieldValue('expertiseAreas', skills)}
            onLeave={() => void setFieldTouched('expertiseAreas')}
            error={getFieldProps('expertiseAreas').error}
          />
        </Stack>
      </form>
    </Modal>
  );
}
