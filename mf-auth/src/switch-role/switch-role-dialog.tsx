import type { Role } from '@solvent/contracts';
import { Button, Stack, Text } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { useId } from 'react';
import { SkillsField } from '../skills/skills-field.tsx';
import { useSwitchRole } from './use-switch-role.ts';

const TEXTS: Record<Role, { title: string; text: string; submit: string }> = {
  seeker: {
    title: 'Switch to Seeker Account',
    text: "Only seekers post problems. Tell us your areas of expertise, and your account becomes a seeker's.",
    submit: 'Switch to Seeker',
  },
  solver: {
    title: 'Switch to Solver Account',
    text: "Only solvers bid on problems. Tell us your areas of expertise, and your account becomes a solver's.",
    submit: 'Switch to Solver',
  },
};

interface SwitchRoleDialogProps {
  newRole: Role;
  open: boolean;
  onClose: () => void;
  onSwitched?: () => void;
}

/** Asks for areas of expertise and gives the person the role (spec 2). */
export function SwitchRoleDialog({ newRole, open, onClose, onSwitched }: SwitchRoleDialogProps) {
  const formId = useId();
  const { title, text, submit } = TEXTS[newRole];
  const { fieldOf, formProps, values, setFieldValue, setFieldTouched, isSubmitting } = useSwitchRole({
    newRole,
    onClose,
    onSwitched,
  });
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} loading={isSubmitting} loadingText="Switching...">
        {submit}
      </Button>
    </>
  );
  return (
    <Modal open={open} onClose={onClose} title={title} footer={footer}>
      <form {...formProps} id={formId}>
        {/* Room for the five suggestions, which a dialog would cut off. */}
        <Stack gap="4" minH={{ base: '350px', md: '270px' }}>
          <Text color="fg.muted">{text}</Text>
          <SkillsField
            label="Areas of expertise"
            skills={values.expertiseAreas}
            onChange={(skills) => void setFieldValue('expertiseAreas', skills)}
            onLeave={() => void setFieldTouched('expertiseAreas')}
            error={fieldOf('expertiseAreas').error}
          />
        </Stack>
      </form>
    </Modal>
  );
}
