import { MODULE } from '@solvent/contracts';
import { ACCEPT, imageError, videoError } from '../files/file-rules.ts';
import { MediaField } from '../media/media-field.tsx';
import type { UploadForm } from '../use-upload-form.ts';
import { FormSection } from './form-section.tsx';

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
        error={form.fieldOf('previewImages').error}
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
        error={form.fieldOf('previewVideos').error}
        errorOf={videoError}
        onChange={(files) => chooseFiles('previewVideos', files)}
        asked={draft.asked.previewVideos}
        onForget={() => draft.forget('previewVideos')}
      />
    </FormSection>
  );
}
