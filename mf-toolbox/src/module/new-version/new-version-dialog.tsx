import { ProgressBar } from '@solvent/kit';
import { Box, Button, Stack, Text } from '@solvent/ui';
import { FormFailure, TextAreaField, TextField } from '@solvent/ui/forms';
import { Modal } from '@solvent/ui/overlays';
import { ArchiveField } from '../archive-field.tsx';
import { isReviewedByTeam } from '../settings.ts';
import { useVersionForm } from './use-version-form.ts';
import type { VersionedModule } from './use-version-form.ts';

const FORM_ID = 'new-version';

function Progress({ fraction }: { fraction: number }) {
  const percent = Math.floor(fraction * 100);
  return (
    <Box>
      <Text mb="1.5" fontVariantNumeric="tabular-nums">
        {percent < 100 ? `Uploading ${percent} %` : 'Checking the archive'}
      </Text>
      <ProgressBar label="Uploading the version" value={percent / 100} h="2" />
    </Box>
  );
}

export function Component({ module, onClose }: { module: VersionedModule; onClose: () => void }) {
  const { getFieldProps, formProps, isSubmitting, file, setFile, fileError, sentFraction, abort, failureText } = useVersionForm(
    module,
    onClose,
  );
  // The server may have published it already.
  const isFullySent = isSubmitting && sentFraction >= 1;
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" disabled={isFullySent} onClick={isSubmitting ? abort : onClose}>
        Cancel
      </Button>
      <Button type="submit" form={FORM_ID} disabled={isSubmitting}>
        Upload version
      </Button>
    </>
  );
  return (
    <Modal open onClose={onClose} title="New version" footer={footer} isBusy={isFullySent}>
      <form {...formProps} inert={isSubmitting} id={FORM_ID} aria-label={`New version of ${module.title}`}>
        <Stack gap="4">
          <Text color="fg.muted">
            Current version: {module.review.version}
            {isReviewedByTeam() ? '. Our team reviews the new one within 3-5 business days.' : null}
          </Text>
          <TextField {...getFieldProps('version')} label="Version" required inputMode="decimal" autoComplete="off" />
          <TextAreaField {...getFieldProps('notes')} label="What is new" rows={4} />
          <ArchiveField file={file} error={fileError} onChange={setFile} />
          <FormFailure text={failureText} />
          {isSubmitting ? <Progress fraction={sentFraction} /> : null}
        </Stack>
      </form>
    </Modal>
  );
}
