import { moduleSlug } from '@solvent/contracts';
import { useQueryClient } from '@solvent/http';
import { useProductForm } from '@solvent/ui/forms';
import { useRef } from 'react';
import { KeySpent } from './sending/failure.ts';
import { useUpload } from './sending/use-upload.ts';
import type { FileField } from './upload-draft.ts';
import { uploadRules } from './upload-rules.ts';
import type { UploadValues } from './upload-values.ts';
import { useConfirmation } from './use-confirmation.ts';
import { useFirstDraft, useKeptDraft } from './use-kept-draft.ts';

/** The form of a new module: its draft, the question before it is sent, and sending it. */
export function useUploadForm(userId: string) {
  const first = useFirstDraft(userId);
  const confirmation = useConfirmation();
  const queryClient = useQueryClient();
  /** What was confirmed last: Try again asks no second time, unless something has changed since. */
  const confirmed = useRef<UploadValues | null>(null);
  const isRetry = useRef(false);

  const form = useProductForm<UploadValues>({ initialValues: first.values, rules: uploadRules, onSubmit: submit });
  const draft = useKeptDraft(userId, first, form.values);
  const showOthers = () => void queryClient.invalidateQueries({ queryKey: ['modules'] });
  const upload = useUpload({
    onStored: () => {
      draft.drop();
      showOthers();
    },
    onCalledOff: () => {
      draft.restore();
      showOthers();
    },
  });

  async function submit(values: UploadValues): Promise<void> {
    const isSame = isRetry.current && confirmed.current === values;
    isRetry.current = false;
    if (!isSame && !(await confirmation.ask(values))) return;
    confirmed.current = values;
    try {
      await upload.send(values, draft.idempotencyKey);
    } catch (error) {
      if (error instanceof KeySpent) {
        draft.renewKey();
        showOthers();
      }
      throw error;
    }
  }

  function retry(): void {
    isRetry.current = true;
    void form.submitForm();
  }

  /** Files show at once what is wrong with them. */
  function chooseFiles<Field extends FileField>(field: Field, files: UploadValues[Field]): void {
    void form.setFieldTouched(field, true, false);
    void form.setFieldValue(field, files);
  }

  const slug = {
    value: moduleSlug(form.values.title),
    error: slugError(form),
    help: "The module's address, made of its title. Where it is taken, a number is added.",
  };
  return { form, draft, upload, confirmation, slug, retry, chooseFiles };
}

/** The slug is made of the title: what is wrong with it shows as soon as the title's own message would. */
function slugError({ errors, touched, submitCount }: { errors: object; touched: { title?: boolean }; submitCount: number }) {
  const isDue = touched.title || submitCount > 0;
  return isDue && 'slug' in errors ? String(errors.slug) : undefined;
}

export type UploadForm = ReturnType<typeof useUploadForm>;
