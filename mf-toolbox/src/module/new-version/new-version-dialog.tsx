import { formatFileSize, ProgressBar } from '@solvent/kit';
import { Box, Button, chakra, Stack, Text } from '@solvent/ui';
import { FormFailure, TextAreaField, TextField } from '@solvent/ui/forms';
import { Modal } from '@solvent/ui/overlays';
import { useId } from 'react';
import { useVersionForm } from './use-version-form.ts';
import type { VersionedModule } from './use-version-form.ts';

interface ArchiveFieldProps {
  file: File | null;
  error: string | undefined;
  onFile: (file: File | null) => void;
}

const FileInput = chakra('input', {
  base: {
    w: '100%',
    minH: '44px',
    p: '2',
    borderWidth: '1px',
    borderColor: 'border.control',
    rounded: 'l2',
    bg: 'bg.panel',
    focusVisibleRing: 'outside',
    _invalid: { borderColor: 'border.error' },
    _file: {
      h: '28px',
      me: '3',
      px: '3',
      borderWidth: '0',
      rounded: 'l1',
      bg: 'bg.emphasized',
      color: 'fg',
      fontWeight: '500',
      cursor: 'pointer',
    },
  },
});

function ArchiveField({ file, error, onFile }: ArchiveFieldProps) {
  const id = useId();
  return (
    <Box>
      <chakra.label htmlFor={id} display="block" fontWeight="500" mb="1.5">
        ZIP file
      </chakra.label>
      <FileInput
        id={id}
        type="file"
        accept=".zip"
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-help`}
        onChange={(event) => onFile(event.target.files?.[0] ?? null)}
      />
      <Text id={`${id}-help`} textStyle="meta" mt="1.5" color={error ? 'fg.error' : 'fg.muted'}>
        {error ?? (file ? `${file.name}, ${formatFileSize(file.size)}` : 'At most 50 MB.')}
      </Text>
    </Box>
  );
}

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
          <Text color="fg.muted">Current version: {module.review.version}</Text>
          <TextField {...getFieldProps('version')} label="Version" required inputMode="decimal" autoComplete="off" />
          <TextAreaField {...getFieldProps('notes')} label="What is new" rows={4} />
          <ArchiveField file={file} error={fileError} onFile={setFile} />
          <FormFailure text={failureText} />
          {isSubmitting ? <Progress fraction={sentFraction} /> : null}
        </Stack>
      </form>
    </Modal>
  );
}
