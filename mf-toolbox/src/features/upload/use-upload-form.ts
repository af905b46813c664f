import { MODULE, moduleSlug } from '@solvent/contracts';
import { moduleUploadRules } from '@solvent/contracts/rules';
import { useQueryClient } from '@solvent/http';
import { useProductForm } from '@solvent/ui/forms';
import { useRef, useState } from 'react';
import { imagesError, videosError, zipError } from './files/file-rules.ts';
import { KeySpent } from './sending/failure.ts';
import { useUpload } from './sending/use-upload.ts';
import { useKeptUpload, useUploadDraft } from './upload-draft.ts';
import type { FileField } from './upload-draft.ts';
import type { UploadValues } from './upload-values.ts';

const SLUG_SHORT = `Slug must be at least ${MODULE.slugMin} characters`;
const TERMS = 'You must agree to the terms and conditions';

const shortSlug = ({ title }: UploadValues): string | undefined =>
  moduleSlug(title).length < MODULE.slugMin ? SLUG_SHORT : undefined;

/** What the form has beside the texts: fields, and what is wrong with them. */
const REST: Record<string, (values: UploadValues) => string | undefined> = {
  slug: shortSlug,
  zipFile: ({ zipFile }) => zipError(zipFile),
  previewImages: ({ previewImages }) => imagesError(previewImages),
  previewVideos: ({ previewVideos }) => videosError(previewVideos),
  termsAgreement: ({ termsAgreement }) => (termsAgreement ? undefined : TERMS),
};

/** The server's rules for the texts, and the form's for slug, files and terms (product 5.11). */
const uploadRules = Object.entries(REST).reduce(
  (rules, [path, errorOf]) =>
    rules.test(path, (values, { createError }) => {
      // The form gives all of its values; the rules name the texts alone.
      const message = errorOf(values as unknown as UploadValues);
      return message === undefined || createError({ path, message });
    }),
  moduleUploadRules,
);

/** Asks a person to confirm what they are about to send. */
function useConfirmation() {
  const [asked, setAsked] = useState<UploadValues | null>(null);
  const answer = useRef<(isConfirmed: boolean) => void>(() => undefined);

  /** @returns whether they did */
  function ask(values: UploadValues): Promise<boolean> {
    setAsked(values);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }

  function reply(isConfirmed: boolean): void {
    setAsked(null);
    answer.current(isConfirmed);
  }

  return { asked, ask, confirm: () => reply(true), goBack: () => reply(false) };
}

/** The form of a new module: its draft, the question before it is sent, and sending it. */
export function useUploadForm(userId: string) {
  const stored = useUploadDraft(userId);
  const confirmation = useConfirmation();
  const queryClient = useQueryClient();
  /** What was confirmed last: Try again asks no second time, unless something has changed since. */
  const confirmed = useRef<UploadValues | null>(null);
  const isRetry = useRef(false);

  const form = useProductForm<UploadValues>({ initialValues: stored.first, rules: uploadRules, onSubmit: submit });
  const draft = useKeptUpload(stored, form.values);
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
