import { TextField } from '@solvent/ui/forms';
import { ArchiveField } from '../files/archive-field.tsx';
import type { UploadForm } from '../use-upload-form.ts';
import { FormSection } from './form-section.tsx';

/** The archive, and where its source is developed. */
export function CodeSection({ form, draft, chooseFiles }: Pick<UploadForm, 'form' | 'draft' | 'chooseFiles'>) {
  return (
    <FormSection title="Code Upload" text="The archive is checked before it is published: what it holds, and what it must not.">
      <ArchiveField
        file={form.values.zipFile}
        error={form.fieldOf('zipFile').error}
        onChange={(file) => chooseFiles('zipFile', file)}
        asked={draft.asked.zipFile}
        onForget={() => draft.forget('zipFile')}
      />
      <TextField
        {...form.fieldOf('repositoryUrl')}
        label="Repository URL"
        help="Optional"
        type="url"
        inputMode="url"
        placeholder="https://github.com/you/your-module"
        autoComplete="off"
      />
    </FormSection>
  );
}
