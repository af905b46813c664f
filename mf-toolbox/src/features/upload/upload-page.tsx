import { useNavigate } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Button, chakra, confirm, Flex, Page, PageHeading, Stack, Text, TextLink } from '@solvent/ui';
import { CheckboxField } from '@solvent/ui/forms';
import { FileArchive } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { CodeSection, DocumentationSection, MediaSection } from './sections/file-sections.tsx';
import { InformationSection } from './sections/information-section.tsx';
import { UploadFailure, UploadSuccess } from './sending/upload-alerts.tsx';
import { UploadProgress } from './sending/upload-progress.tsx';
import { UploadSummary } from './upload-summary.tsx';
import type { UploadValues } from './upload-values.ts';
import { useUploadForm } from './use-upload-form.ts';
import type { UploadForm as Form } from './use-upload-form.ts';

/** /toolbox/upload (product 2.35). Signed-in users only. */
export function Component() {
  const userId = useSession((state) => state.userData?._id);
  if (!userId) return null;
  return (
    <Page measure="reading">
      <UploadForm key={userId} userId={userId} />
    </Page>
  );
}

/** The terms open in a new tab, so that the form keeps its values. */
function Terms({ form }: Pick<Form, 'form'>) {
  const { name, error } = form.getFieldProps('termsAgreement');
  return (
    <CheckboxField
      name={name}
      checked={form.values.termsAgreement}
      error={error}
      onChange={(checked) => void form.setFieldValue('termsAgreement', checked)}
    >
      I agree to the{' '}
      <TextLink to="/terms" target="_blank" rel="noopener">
        terms and conditions
      </TextLink>
    </CheckboxField>
  );
}

interface UploadResultProps extends Pick<Form, 'upload' | 'retry'> {
  progressRef: RefObject<HTMLDivElement | null>;
}

function UploadResult({ upload: { state }, retry, progressRef }: UploadResultProps) {
  if (state.phase === 'sending') return <UploadProgress state={state} ref={progressRef} />;
  if (state.phase === 'failed') return <UploadFailure text={state.text} onRetry={state.canRetry ? retry : undefined} />;
  return state.phase === 'done' ? <UploadSuccess module={state.module} /> : null;
}

interface FormFooterProps extends Pick<Form, 'draft' | 'upload'> {
  isSubmitting: boolean;
  submitRef: RefObject<HTMLButtonElement | null>;
}

function FormFooter({ draft, upload: { state, cancel }, isSubmitting, submitRef }: FormFooterProps) {
  const navigate = useNavigate();
  const isDone = state.phase === 'done';
  async function leavePage() {
    await cancel();
    void navigate('/toolbox');
  }
  return (
    <Flex justify="space-between" align="center" gap="4" wrap="wrap">
      <Text textStyle="meta" color="fg.subtle">
        {draft.isKept ? 'Draft kept on this device' : ''}
      </Text>
      <Flex gap="3" ms="auto">
        <Button type="button" variant="outline" colorPalette="gray" disabled={isDone} onClick={() => void leavePage()}>
          Cancel
        </Button>
        <Button ref={submitRef} type="submit" disabled={isSubmitting || isDone}>
          Upload Module
        </Button>
      </Flex>
    </Flex>
  );
}

/** The archive can fill in much of the form, so it is offered first. */
function ArchiveHint({ zipInputRef }: { zipInputRef: RefObject<HTMLInputElement | null> }) {
  function chooseFile() {
    zipInputRef.current?.focus();
    zipInputRef.current?.click();
  }
  return (
    <Flex justify="space-between" align="center" columnGap="6" rowGap="3" wrap="wrap" bg="bg.muted" rounded="l3" p="4">
      <Text flex="1" minW="min(260px, 100%)">
        Start with your zip file, and fill in this form from its package.json, README and LICENSE.
      </Text>
      <Button type="button" variant="outline" colorPalette="gray" bg="bg.panel" onClick={chooseFile}>
        <FileArchive size={16} aria-hidden />
        Choose zip file
      </Button>
    </Flex>
  );
}

function UploadForm({ userId }: { userId: string }) {
  const progressRef = useRef<HTMLDivElement>(null);
  const submitRef = useRef<HTMLButtonElement>(null);
  const zipInputRef = useRef<HTMLInputElement>(null);
  const requestConfirmation = (values: UploadValues) =>
    confirm({
      title: 'Confirm Upload',
      text: <UploadSummary values={values} />,
      action: 'Confirm Upload',
      cancel: 'Go Back',
      finalFocusEl: () => progressRef.current ?? submitRef.current,
    });
  const { form, draft, upload, slug, retry, chooseFiles } = useUploadForm(userId, requestConfirmation);
  const { phase } = upload.state;
  const isBusy = phase === 'sending' || phase === 'done';
  // The dialog closes before the progress is shown.
  useEffect(() => {
    if (phase === 'sending') progressRef.current?.focus();
  }, [phase]);
  return (
    <>
      <PageHeading text="Share code that others build into their projects, free or for a price.">Upload Your Module</PageHeading>
      <form {...form.formProps}>
        <Stack gap="5">
          <chakra.fieldset disabled={isBusy} minW="0" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="5">
            {form.values.zipFile ? null : <ArchiveHint zipInputRef={zipInputRef} />}
            <InformationSection form={form} slug={slug} />
            <CodeSection form={form} draft={draft} chooseFiles={chooseFiles} zipInputRef={zipInputRef} />
            <MediaSection form={form} draft={draft} chooseFiles={chooseFiles} />
            <DocumentationSection form={form} />
            <Terms form={form} />
          </chakra.fieldset>
          <UploadResult upload={upload} retry={retry} progressRef={progressRef} />
          <FormFooter draft={draft} upload={upload} isSubmitting={form.isSubmitting} submitRef={submitRef} />
        </Stack>
      </form>
    </>
  );
}
