import { ACCOUNT, countCharacters } from '@solvent/contracts';
import type { User } from '@solvent/contracts';
import { Button, Flex, Grid, Span, Stack, Text } from '@solvent/ui';
import { FormFailure, TextField } from '@solvent/ui/forms';
import { MarkdownField } from '@solvent/ui/markdown';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ProfileLink, ProfileSection } from '../../../person/profile-section.tsx';
import { SkillsField } from '../../../skills/skills-field.tsx';
import { CountryAndTimeZone } from './country-and-time-zone.tsx';
import { useProfileForm } from './use-profile-form.ts';
import type { ProfileForm as Form } from './use-profile-form.ts';

interface FormButtonsProps {
  isSaving: boolean;
  isChanged: boolean;
  onDiscard: () => void;
}

function DiscardConfirmation({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const keepRef = useRef<HTMLButtonElement>(null);
  useEffect(() => keepRef.current?.focus(), []);
  return (
    <Flex role="group" aria-label="Discard your changes?" gap="2" align="center" wrap="wrap">
      <Text me="2">Discard your changes?</Text>
      <Button ref={keepRef} variant="outline" colorPalette="gray" onClick={onKeep}>
        Keep editing
      </Button>
      <Button colorPalette="red" onClick={onDiscard}>
        Discard
      </Button>
    </Flex>
  );
}

function FormButtons({ isSaving, isChanged, onDiscard }: FormButtonsProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const discard = () => {
    setIsConfirming(false);
    onDiscard();
  };
  if (isConfirming) return <DiscardConfirmation onKeep={() => setIsConfirming(false)} onDiscard={discard} />;
  return (
    <Flex gap="2">
      <Button type="submit" loading={isSaving} loadingText="Saving…">
        Save
      </Button>
      {isChanged ? (
        <Button variant="outline" colorPalette="gray" disabled={isSaving} onClick={() => setIsConfirming(true)}>
          Cancel
        </Button>
      ) : null}
    </Flex>
  );
}

const CharacterCount = ({ text, max }: { text: string; max: number }) => (
  <Span fontVariantNumeric="tabular-nums">
    {countCharacters(text)} of {max} characters
  </Span>
);

function IntroductionFields({ form: { getFieldProps, values } }: { form: Form }) {
  return (
    <>
      <TextField {...getFieldProps('name')} label="Name" autoComplete="name" required />
      <TextField
        {...getFieldProps('headline')}
        label="Headline"
        placeholder="What you do, in one line"
        help={<CharacterCount text={values.headline} max={ACCOUNT.headlineMax} />}
      />
      <MarkdownField {...getFieldProps('bio')} label="Bio" minH="160px" headingsFrom={3} />
    </>
  );
}

function LocationAndLinkFields({ form }: { form: Form }) {
  const { getFieldProps } = form;
  return (
    <>
      <TextField {...getFieldProps('location')} label="Location" placeholder="Lisbon" />
      <CountryAndTimeZone form={form} />
      <Grid gap="4" templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}>
        <TextField {...getFieldProps('website')} label="Website" inputMode="url" autoComplete="url" placeholder="example.com" />
        <TextField {...getFieldProps('github')} label="GitHub" placeholder="Username" autoCapitalize="none" spellCheck={false} />
      </Grid>
    </>
  );
}

interface ProfileFormProps {
  user: User;
  picture: ReactNode;
}

export function Component({ user, picture }: ProfileFormProps) {
  const { form, isChanged, discard } = useProfileForm(user);
  const { getFieldProps, formProps, values, setFieldValue, setFieldTouched, isSubmitting, failureText } = form;
  const fieldsRef = useRef<HTMLDivElement>(null);
  const handleDiscard = () => {
    discard();
    fieldsRef.current?.querySelector<HTMLElement>('[name="name"]')?.focus();
  };
  return (
    <ProfileSection title="Public profile" aside={<ProfileLink to="/profile">View profile</ProfileLink>}>
      <form {...formProps} inert={isSubmitting} aria-label="Edit profile">
        <Stack ref={fieldsRef} gap="4">
          {picture}
          <IntroductionFields form={form} />
          <LocationAndLinkFields form={form} />
          <SkillsField
            label="Areas of expertise"
            required={user.role === 'solver'}
            skills={values.expertiseAreas}
            onChange={(skills) => void setFieldValue('expertiseAreas', skills)}
            onLeave={() => void setFieldTouched('expertiseAreas')}
            error={getFieldProps('expertiseAreas').error}
          />
          <FormFailure text={failureText} />
          <FormButtons isSaving={isSubmitting} isChanged={isChanged} onDiscard={handleDiscard} />
        </Stack>
      </form>
    </ProfileSection>
  );
}
