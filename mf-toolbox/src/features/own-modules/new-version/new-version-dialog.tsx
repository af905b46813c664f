import type { OwnModule } from '@solvent/contracts';
import { Box, Button, Stack, Text } from '@solvent/ui';
import { TextAreaField, TextField } from '@solvent/ui/forms';
import { Modal } from '@solvent/ui/overlays';
import { ArchiveField } from './archive-field.tsx';
import { useVersionForm } from './use-version-form.ts';

const FORM_ID = 'new-version';

function Progress({ part }: { part: number }) {
  const percent = Math.floor(part * 100);
  return (
    <Box>
      <Text mb="1.5" fontVariantNumeric="tabular-nums">
        {percent < 100 ? `Uploading ${percent} %` : 'Checking the archive'}
      </Text>
      <Box
        role="progressbar"
        aria-label="Uploading the version"
        aria-valuenow={percent}
        h="2"
        rounded="full"
        bg="bg.emphasized"
        overflow="hidden"
      >
        <Box h="100%" bg="brand.solid" style={{ width: `${percent}%` }} />
      </Box>
    </Box>
  );
}

/** A further version of an own module: its number, what is new, and its archive. */
export function Component({ module, onClose }: { module: OwnModule; onClose: () => void }) {
  const { fieldOf, formProps, isSubmitting, file, setFile, fileError, sent, breakOff } = useVersionForm(module, onClose);
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" onClick={isSubmitting ? breakOff : onClose}>
        Cancel
      </Button>
      <Button type="submit" form={FORM_ID} disabled={isSubmitting}>
        Upload version
      </Button>
    </>
  );
  return (
    <Modal open onClose={onClose} title="New version" footer={footer}>
      <form {...formProps} id={FORM_ID} aria-label={`New version of ${module.title}`}>
        <Stack gap="4">
          <Text color="fg.muted">The version in the catalogue is {module.version}.</Text>
          <TextField {...fieldOf('version')} label="Version" required inputMode="decimal" autoComplete="off" />
          <TextAreaField {...fieldOf('notes')} label="What is new" rows={4} />
          <ArchiveField file={file} error={fileError} onFile={setFile} />
          {isSubmitting ? <Progress part={sent} /> : null}
        </Stack>
      </form>
    </Modal>
  );
}
