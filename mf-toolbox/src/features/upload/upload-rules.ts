import { MODULE, moduleSlug } from '@solvent/contracts';
import { moduleUploadRules } from '@solvent/contracts/rules';
import { imagesError, videosError, zipError } from './files/file-rules.ts';
import type { UploadValues } from './upload-values.ts';

const SLUG_SHORT = `Slug must be at least ${MODULE.slugMin} characters`;
const TERMS = 'You must agree to the terms and conditions';

const slugError = ({ title }: UploadValues): string | undefined =>
  moduleSlug(title).length < MODULE.slugMin ? SLUG_SHORT : undefined;

/** What the form has beside the texts: fields, and what is wrong with them. */
const REST: Record<string, (values: UploadValues) => string | undefined> = {
  slug: slugError,
  zipFile: ({ zipFile }) => zipError(zipFile),
  previewImages: ({ previewImages }) => imagesError(previewImages),
  previewVideos: ({ previewVideos }) => videosError(previewVideos),
  termsAgreement: ({ termsAgreement }) => (termsAgreement ? undefined : TERMS),
};

/** The server's rules for the texts, and the form's for slug, files and terms (spec 5, "Module upload form"). */
export const uploadRules = Object.entries(REST).reduce(
  (rules, [path, errorOf]) =>
    rules.test(path, (values, { createError }) => {
      // The form gives all of its values; the rules name the texts alone.
      const message = errorOf(values as unknown as UploadValues);
      return message === undefined || createError({ path, message });
    }),
  moduleUploadRules,
);
