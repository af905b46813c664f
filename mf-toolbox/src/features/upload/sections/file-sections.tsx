import { BYTES_PER_MB, MODULE } from '@solvent/contracts';
import { lazyComponent, Stack } from '@solvent/ui';
import type { RefObject } from 'react';
import { ArchiveField } from '../../../module/archive-field.tsx';
import { isReviewedByTeam } from '../../../module/settings.ts';
import { DocumentationField } from './documentation-field.tsx';
import { ACCEPTED_EXTENSIONS, getFileKey, validateImages, validateVideos } from '../files/file-rules.ts';
import { MediaField } from '../files/media-field.tsx';
import { MissingFiles } from '../files/missing-files.tsx';
import type { UploadForm } from '../use-upload-form.ts';
import { FormSection } from './form-section.tsx';
import { RepositoryField } from './repository-field.tsx';

const ArchiveOffers = lazyComponent(() => import(/* webpackChunkName: "archive-offers" */ '../archive/archive-offers.tsx'));

const SCAN_TEXT = 'We scan the archive before publishing it.';

interface CodeSectionProps extends Pick<UploadForm, 'form' | 'draft' | 'chooseFiles'> {
  zipInputRef: RefObject<HTMLInputElement | null>;
}

export function CodeSection({ form, draft, chooseFiles, zipInputRef }: CodeSectionProps) {
  const { zipFile } = form.values;
  return (
    <FormSection
      title="Code Upload"
      text={isReviewedByTeam() ? `${SCAN_TEXT} Our team then reviews the module within 3-5 business days.` : SCAN_TEXT}
    >
      <Stack gap="2.5">
        <ArchiveField
          file={zipFile}
          error={form.getFieldProps('zipFile').error}
          onChange={(file) => chooseFiles('zipFile', file)}
          inputRef={zipInputRef}
        />
        <MissingFiles names={draft.missing.zipFile} onDismiss={() => draft.dismissMissing('zipFile')} />
        {/* Without its code, nothing is offered. */}
        {zipFile ? <ArchiveOffers key={getFileKey(zipFile)} form={form} file={zipFile} onLoadError={() => undefined} /> : null}
      </Stack>
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
