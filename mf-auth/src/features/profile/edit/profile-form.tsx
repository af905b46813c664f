import type { User } from '@solvent/contracts';
import { ACCOUNT } from '@solvent/contracts';
import { Grid, Span, Stack } from '@solvent/ui';
import { TextField } from '@solvent/ui/forms';
import { MarkdownField } from '@solvent/ui/markdown';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { ProfileSection } from '../../../person/profile-section.tsx';
import { SkillsField } from '../../../skills/skills-field.tsx';
import { FormButtons } from './form-buttons.tsx';
import { useProfileForm } from './use-profile-form.ts';
import type { ProfileForm as Form } from './use-profile-form.ts';

const Count = ({ text, max }: { text: string; max: number }) => (
  <Span fontVariantNumeric="tabular-nums">
    {text.length} of {max} characters
  </Span>
);

/** Who the person is, in words. */
function Words({ form: { fieldOf, values } }: { form: Form }) {
  return (
    <>
      <TextField {...fieldOf('name')} label="Name" autoComplete="name" required />
      <TextField
        {...fieldOf('headline')}
        label="Headline"
        placeholder="What you do, in one line"
        help={<Count text={values.headline} max={ACCOUNT.headlineMax} />}
      />
      <MarkdownField {...fieldOf('bio')} label="Bio" minH="160px" headingsFrom={3} />
    </>
  );
}

/** Where the person is and is found. */
function Places({ form: { fieldOf } }: { form: Form }) {
  return (
    <>
      <TextField {...fieldOf('location')} label="Location" placeholder="Lisbon, Portugal" />
      <Grid gap="4" templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}>
        <TextField {...fieldOf('website')} label="Website" inputMode="url" autoComplete="url" placeholder="example.com" />
        <TextField {...fieldOf('github')} label="GitHub" placeholder="User name" autoCapitalize="none" spellCheck={false} />
      </Grid>
    </>
  );
}

interface ProfileFormProps {
  user: User;
  /** The picture, which is changed by itself. */
  picture: ReactNode;
  onClose: () => void;
}

/** The own profile, to be changed in place. */
export function ProfileForm({ user, picture, onClose }: ProfileFormProps) {
  const { form, isChanged, close } = useProfileForm(user, onClose);
  const { fieldOf, formProps, values, setFieldValue, setFieldTouched, isSubmitting } = form;
  const fieldsRef = useRef<HTMLDivElement>(null);
  useEffect(() => fieldsRef.current?.querySelector<HTMLElement>('[name="name"]')?.focus(), []);
  return (
    <ProfileSection title="Edit profile">
      <form {...formProps} aria-label="Edit profile">
        <Stack ref={fieldsRef} gap="4">
          {picture}
          <Words form={form} />
          <Places form={form} />
          <SkillsField
            label="Areas of expertise"
            required={user.role === 'solver'}
            skills={values.expertiseAreas}
            onChange={(skills) => void setFieldValue('expertiseAreas', skills)}
            onLeave={() => void setFieldTouched('expertiseAreas')}
            error={fieldOf('expertiseAreas').error}
          />
          <FormButtons isSaving={isSubmitting} isChanged={isChanged} onCancel={close} />
        </Stack>
      </form>
    </ProfileSection>
  );
}
