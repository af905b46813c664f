import type { SlotProps } from '@solvent/federation';
import { switchRoleRules } from '@solvent/contracts/rules';
import { failureText } from '@solvent/http';
import { saveUser, useSession } from '@solvent/store';
import { Button, Stack, Text, toast } from '@solvent/ui';
import { useProductForm } from '@solvent/ui/forms';
import { Modal } from '@solvent/ui/overlays';
import { useId } from 'react';
import { SkillsField } from '../../skills/skills-field.tsx';
import { switchToSeeker } from './switch-role.ts';

/** Asks for areas of expertise and makes the person a seeker (spec 2). Closes on success and on failure (spec 4). */
export function Component({ open, onClose, onSwitched }: SlotProps['role-switch-dialog']) {
  const formId = useId();
  const expertise = useSession((state) => state.userData?.expertiseAreas);
  const { fieldOf, formProps, values, setFieldValue, setFieldTouched, isSubmitting } = useProductForm({
    initialValues: { expertiseAreas: expertise ?? [] },
    rules: switchRoleRules,
    onSubmit: async ({ expertiseAreas }) => {
      try {
        saveUser(await switchToSeeker(expertiseAreas));
        toast.success('Successfully switched to seeker account');
        onClose();
        onSwitched();
      } catch (error) {
        toast.error(failureText(error, 'Failed to switch role'));
        onClose();
      }
    },
  });

  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} loading={isSubmitting} loadingText="Switching...">
        Switch to Seeker
      </Button>
    </>
  );

  return (
    <Modal open={open} onClose={onClose} title="Switch to Seeker Account" footer={footer}>
      <form {...formProps} id={formId}>
        {/* Room for the five suggestions, which a dialog would cut off. */}
        <Stack gap="4" minH={{ base: '350px', md: '270px' }}>
          <Text color="fg.muted">
            Only seekers post problems. Tell us your areas of expertise, and your account becomes a seeker's.
          </Text>
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
