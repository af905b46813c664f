import { BYTES_PER_MB, MODULE } from '@solvent/contracts';
import { DocumentationField } from './documentation-field.tsx';
import { ArchiveField } from '../files/archive-field.tsx';
import { ACCEPTED_EXTENSIONS, validateImages, validateVideos } from '../files/file-rules.ts';
import { MediaField } from '../files/media-field.tsx';
import type { UploadForm } from '../use-upload-form.ts';
import { FormSection } from './form-section.tsx';
import { RepositoryField } from './repository-field.tsx';

export function CodeSection({ form, draft, chooseFiles }: Pick<UploadForm, 'form' | 'draft' | 'chooseFiles'>) {
  return (
    <FormSection title="Code Upload" text="We scan the archive before publishing it.">
      <ArchiveField
        file={form.values.zipFile}
        error={form.getFieldProps('zipFile').error}
        onChange={(file) => chooseFiles('zipFile', file)}
        missingNames={draft.missing.zipFile}
        onDismissMissing={() => draft.dismissMissing('zipFile')}
      />
      <RepositoryField form={form} />
    </FormSection>
  );
}

export function MediaSection({ form, draft, chooseFiles }: Pick<UploadForm, 'form' | 'draft' | 'chooseFiles'>) {
  return (
    <FormSection title="Preview Media" text="The first image is shown on the module's card.">
      <MediaField
        label="Preview Images"
        kind="image"
        accept={ACCEPTED_EXTENSIONS.previewImages}
        help={`Up to ${MODULE.imagesMax} images of ${MODULE.imageMaxBytes / BYTES_PER_MB} MB each: PNG, JPG, GIF or WEBP`}
        files={form.values.previewImages}
        error={form.getFieldProps('previewImages').error}
        validateFile={(file) => validateImages([file])}
        onChange={(files) => chooseFiles('previewImages', files)}
        missingNames={draft.missing.previewImages}
        onDismissMissing={() => draft.dismissMissing('previewImages')}
      />
      <MediaField
        label="Preview Videos"
        kind="video"
        accept={ACCEPTED_EXTENSIONS.previewVideos}
        help={`Up to ${MODULE.videosMax} videos of ${MODULE.videoMaxBytes / BYTES_PER_MB} MB each: MP4 or WEBM`}
        files={form.values.previewVideos}
        error={form.getFieldProps('previewVideos').error}
        validateFile={(file) => validateVideos([file])}
        onChange={(files) => chooseFiles('previewVideos', files)}
        missingNames={draft.missing.previewVideos}
        onDismissMissing={() => draft.dismissMissing('previewVideos')}
      />
    </FormSection>
  );
}

export function DocumentationSection({ form }: Pick<UploadForm, 'form'>) {
  return (
    <FormSection title="Documentation">
      <DocumentationField {...form.getFieldProps('documentation')} />
    </FormSection>
  );
}
