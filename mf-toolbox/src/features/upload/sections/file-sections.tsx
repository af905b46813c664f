import { MODULE } from '@solvent/contracts';
import { DocumentationField } from '../documentation/documentation-field.tsx';
import { ArchiveField } from '../files/archive-field.tsx';
import { ACCEPT, imageError, videoError } from '../files/file-rules.ts';
import { MediaField } from '../media/media-field.tsx';
import type { UploadForm } from '../use-upload-form.ts';
import { FormSection } from './form-section.tsx';
import { RepositoryField } from './repository-field.tsx';

/** The archive, and where its source is developed. */
export function CodeSection({ form, draft, chooseFiles }: Pick<UploadForm, 'form' | 'draft' | 'chooseFiles'>) {
  return (
    <FormSection title="Code Upload" text="The archive is checked before it is published: what it holds, and what it must not.">
      <ArchiveField
        file={form.values.zipFile}
        error={form.getFieldProps('zipFile').error}
        onChange={(file) => chooseFiles('zipFile', file)}
        asked={draft.asked.zipFile}
        onForget={() => draft.forget('zipFile')}
      />
      <RepositoryField form={form} />
    </FormSection>
  );
}

const MEGABYTE = 1024 * 1024;

/** Pictures and videos of the module. The first picture stands on its card. */
export function MediaSection({ form, draft, chooseFiles }: Pick<UploadForm, 'form' | 'draft' | 'chooseFiles'>) {
  return (
    <FormSection title="Preview Media" text="What people see first. The first image stands on the module's card.">
      <MediaField
        label="Preview Images"
        kind="image"
        accept={ACCEPT.previewImages}
        help={`Up to ${MODULE.imagesMax} images of ${MODULE.imageMaxBytes / MEGABYTE} MB each: PNG, JPG, GIF or WEBP`}
        files={form.values.previewImages}
        error={form.getFieldProps('previewImages').error}
        errorOf={imageError}
        onChange={(files) => chooseFiles('previewImages', files)}
        asked={draft.asked.previewImages}
        onForget={() => draft.forget('previewImages')}
      />
      <MediaField
        label="Preview Videos"
        kind="video"
        accept={ACCEPT.previewVideos}
        help={`Up to ${MODULE.videosMax} videos of ${MODULE.videoMaxBytes / MEGABYTE} MB each: MP4 or WEBM`}
        files={form.values.previewVideos}
        error={form.getFieldProps('previewVideos').error}
        errorOf={videoError}
        onChange={(files) => chooseFiles('previewVideos', files)}
        asked={draft.asked.previewVideos}
        onForget={() => draft.forget('previewVideos')}
      />
    </FormSection>
  );
}

/** How the module is used, in markdown. */
export function DocumentationSection({ form }: Pick<UploadForm, 'form'>) {
  return (
    <FormSection title="Documentation">
      <DocumentationField {...form.getFieldProps('documentation')} />
    </FormSection>
  );
}
