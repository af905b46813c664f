import { ArchiveField } from '../files/archive-field.tsx';
import type { UploadForm } from '../use-upload-form.ts';
import { FormSection } from './form-section.tsx';
import { RepositoryField } from './repository-field.tsx';

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
      <RepositoryField form={form} />
    </FormSection>
  );
}
