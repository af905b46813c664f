import type { Module } from '@solvent/contracts';
import { Button, Flex, LinkButton, PageHeading, Stack, Text } from '@solvent/ui';
import { FormFailure } from '@solvent/ui/forms';
import { DocumentationField } from '../sections/documentation-field.tsx';
import { FormSection } from '../sections/form-section.tsx';
import { InformationSection } from '../sections/information-section.tsx';
import { RepositoryField } from '../sections/repository-field.tsx';
import { useEditForm } from './use-edit-form.ts';

const INTRODUCTION = 'Changes go live immediately. To change the code, upload a new version. Images and videos stay as they are.';

interface FormFooterProps {
  slug: string;
  isDraftSaved: boolean;
  isSubmitting: boolean;
  onDiscard: () => void;
}

function FormFooter({ slug, isDraftSaved, isSubmitting, onDiscard }: FormFooterProps) {
  return (
    <Flex justify="space-between" align="center" gap="4" wrap="wrap">
      <Flex align="center" gap="2" minH="32px">
        <Text textStyle="meta" color="fg.subtle">
          {isDraftSaved ? 'Draft kept on this device' : ''}
        </Text>
        {isDraftSaved ? (
          <Button type="button" variant="ghost" size="xs" disabled={isSubmitting} onClick={onDiscard}>
            Discard changes
          </Button>
        ) : null}
      </Flex>
      <Flex gap="3" ms="auto">
        <LinkButton to={`/toolbox/${encodeURIComponent(slug)}`} variant="outline" colorPalette="gray">
          Cancel
        </LinkButton>
        <Button type="submit" loading={isSubmitting} loadingText="Saving">
          Save changes
        </Button>
      </Flex>
    </Flex>
  );
}

export function EditForm({ module, userId }: { module: Module; userId: string }) {
  const { form, isDraftSaved, discard } = useEditForm(module, userId);
  const slug = { value: module.slug, help: "The address can't be changed, so existing links keep working." };
  return (
    <>
      <PageHeading text={INTRODUCTION}>Edit Module</PageHeading>
      <form {...form.formProps} inert={form.isSubmitting} aria-label="Edit Module">
        <Stack gap="5">
          <InformationSection form={form} slug={slug} />
          <FormSection title="Code">
            <RepositoryField form={form} />
          </FormSection>
          <FormSection title="Documentation">
            <DocumentationField {...form.getFieldProps('documentation')} />
          </FormSection>
          <FormFailure text={form.failureText} />
          <FormFooter slug={module.slug} isDraftSaved={isDraftSaved} isSubmitting={form.isSubmitting} onDiscard={discard} />
        </Stack>
      </form>
    </>
  );
}
