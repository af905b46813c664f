import { MODULE, moduleSlug } from '@solvent/contracts';
import { moduleUploadRules } from '@solvent/contracts/rules';
import { useQueryClient } from '@solvent/http';
import { useProductForm } from '@solvent/ui/forms';
import { useRef } from 'react';
import { validateArchive } from '../../module/validate-archive.ts';
import { validateImages, validateVideos } from './files/file-rules.ts';
import { UsedKeyError } from './sending/upload-errors.ts';
import { useUpload } from './sending/use-upload.ts';
import { useSavedUploadDraft, useUploadDraft } from './upload-draft.ts';
import type { FileField } from './upload-draft.ts';
import { EMPTY_UPLOAD } from './upload-values.ts';
import type { UploadValues } from './upload-values.ts';

const SLUG_TOO_SHORT = `Slug must be at least ${MODULE.slugMin} characters`;
const TERMS_REQUIRED = 'You must agree to the terms and conditions';

const validateSlug = ({ title }: UploadValues): string | undefined =>
  moduleSlug(title).length < MODULE.slugMin ? SLUG_TOO_SHORT : undefined;

/** Fields that the server's schema does not have. */
const FORM_VALIDATORS: Record<string, (values: UploadValues) => string | undefined> = {
  slug: validateSlug,
  zipFile: ({ zipFile }) => (zipFile ? validateArchive(zipFile) : 'Please select a .zip file'),
  previewImages: ({ previewImages }) => validateImages(previewImages),
  previewVideos: ({ previewVideos }) => validateVideos(previewVideos),
  termsAgreement: ({ termsAgreement }) => (termsAgreement ? undefined : TERMS_REQUIRED),
};

const uploadRules = Object.entries(FORM_VALIDATORS).reduce(
  (rules, [path, validate]) =>
    rules.test(path, (values, { createError }) => {
      // Formik passes all values; the schema's type has the texts only.
      const message = validate(values as unknown as UploadValues);
      return message === undefined || createError({ path, message });
    }),
  moduleUploadRules,
);

/** @param requestConfirmation resolves to whether the user confirmed the upload */
export function useUploadForm(userId: string, requestConfirmation: (values: UploadValues) => Promise<boolean>) {
  const initialDraft = useUploadDraft(userId, empty);
  const queryClient = useQueryClient();
  /** Values confirmed last: a retry without changes needs no second confirmation. */
  const confirmedRef = useRef<UploadValues | null>(null);
  const isRetryRef = useRef(false);

  const form = useProductForm<UploadValues>({ initialValues: initialDraft.first, rules: uploadRules, onSubmit: submit });
  const draft = useSavedUploadDraft(initialDraft, form.values);
  const refreshLists = () => void queryClient.invalidateQueries({ queryKey: ['modules'] });
  const upload = useUpload({
    onStored: () => {
      draft.drop();
      refreshLists();
    },
    onCanceled: () => {
      draft.restore();
      refreshLists();
    },
  });

  function empty(): void {
    if (!form.isSubmitting) form.resetForm({ values: EMPTY_UPLOAD });
  }

  async function submit(values: UploadValues): Promise<void> {
    const isConfirmed = isRetryRef.current && confirmedRef.current === values;
    isRetryRef.current = false;
    if (!isConfirmed && !(await requestConfirmation(values))) return;
    confirmedRef.current = values;
    try {
      await upload.send(values, draft.idempotencyKey);
    } catch (error) {
      if (error instanceof UsedKeyError) {
        draft.renewKey();
        refreshLists();
      }
      throw error;
    }
  }

  function retry(): void {
    isRetryRef.current = true;
    void form.submitForm();
  }

  /** Shows file errors at once. */
  function chooseFiles<Field extends FileField>(field: Field, files: UploadValues[Field]): void {
    void form.setFieldTouched(field, true, false);
    void form.setFieldValue(field, files);
  }

  const slug = {
    value: moduleSlug(form.values.title),
    error: getVisibleSlugError(form),
    help: 'Created from the title. A number is added if it is taken.',
  };
  return { form, draft, upload, slug, retry, chooseFiles };
}

/** The slug is derived from the title, so its error appears when the title's would. */
function getVisibleSlugError({
  errors,
  touched,
  submitCount,
}: {
  errors: object;
  touched: { title?: boolean };
  submitCount: number;
}) {
  const isVisible = touched.title || submitCount > 0;
  return isVisible && 'slug' in errors ? String(errors.slug) : undefined;
}

export type UploadForm = ReturnType<typeof useUploadForm>;
