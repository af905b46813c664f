import { BYTES_PER_MB, MODULE, moduleSlug, cutText } from '@solvent/contracts';
import type { ErrorCode, FieldErrors } from '@solvent/contracts';
import { moduleUploadRules, moduleVersionRules, parseNumber } from '@solvent/contracts/rules';
import * as yup from 'yup';
import type { AnyObjectSchema, InferType } from 'yup';
import type { Deps } from '../deps.ts';
import { acceptArchive, acceptPicture, acceptVideo, cleanName } from '../../files/index.ts';
import type { FileField, FormRules, ReceivedFile, ReceivedForm, Sender, UploadLocation } from '../../files/index.ts';
import { checkArchive, replaceBackslashes } from '../archives/check-archive.ts';
import { InvalidArchiveError } from '../archives/names.ts';
import { AppError, invalid } from '../../../platform/errors/app-error.ts';
import { validateBody } from '../../../platform/http/yup-validation.ts';

export const INCOMING_MODULES: UploadLocation = {
  folder: 'modules',
  markers: 'incoming-modules',
  maxFiles: 1 + MODULE.imagesMax + MODULE.videosMax,
};

type ModuleField = 'zipFile' | 'previewImages' | 'previewVideos';

export type ModuleForm = ReceivedForm<ModuleField>;
export type VersionForm = ReceivedForm<'zipFile'>;

const createFieldError = (field: ModuleField, message: string, code: ErrorCode = 'invalid'): AppError =>
  new AppError(code, message, { errors: { [field]: message } });

const createIncompleteError = (cause: unknown) =>
  new AppError('malformed', 'The upload did not arrive whole. Nothing of it was kept: please send it again.', { cause });

const createField = (
  field: ModuleField,
  rules: Pick<FileField, 'maxFiles' | 'maxBytes' | 'accept'>,
  texts: Record<'tooMany' | 'each' | 'kinds', string>,
): FileField => ({
  ...rules,
  tooMany: () => createFieldError(field, texts.tooMany),
  tooLarge: () => createFieldError(field, `${texts.each} must be less than ${rules.maxBytes / BYTES_PER_MB}MB`, 'too_large'),
  empty: () => createFieldError(field, 'This file is empty'),
  wrongKind: () => createFieldError(field, `Only ${texts.kinds} are allowed`, 'unsupported_type'),
  toFieldError: (error, file) => createFieldError(field, `“${file}”: ${error.message}`, error.code),
  displayName: (name) => cleanName(name, 'picture').base,
});

const ZIP_FILE = createField(
  'zipFile',
  { maxFiles: 1, maxBytes: MODULE.zipMaxBytes, accept: acceptArchive },
  { tooMany: 'Upload one .zip file', each: 'File size', kinds: '.zip files' },
);

const VIDEOS = createField(
  'previewVideos',
  { maxFiles: MODULE.videosMax, maxBytes: MODULE.videoMaxBytes, accept: acceptVideo },
  { tooMany: `Maximum ${MODULE.videosMax} preview videos allowed`, each: 'Each video', kinds: 'MP4 and WEBM videos' },
);

const FORM = {
  location: INCOMING_MODULES,
  unknownField: (name: string) => invalid({ [name]: 'This form does not accept this file' }),
  incomplete: createIncompleteError,
  readToEnd: true,
};

export function createModuleForm({ pictures }: Deps): FormRules<ModuleField> {
  const rules = { maxFiles: MODULE.imagesMax, maxBytes: MODULE.imageMaxBytes, accept: acceptPicture(pictures) };
  const tooMany = `Maximum ${MODULE.imagesMax} preview images allowed`;
  const texts = { tooMany, each: 'Each image', kinds: 'PNG, JPG, GIF and WEBP images' };
  const previewImages = createField('previewImages', rules, texts);
  return { ...FORM, fields: { zipFile: ZIP_FILE, previewImages, previewVideos: VIDEOS } };
}

/** The parts of both forms, for the OpenAPI document. The lists are JSON. */
export const MODULE_PARTS = {
  texts: moduleUploadRules.shape({
    techStack: yup.string(),
    keyFeatures: yup.string(),
    termsAgreement: yup.string().oneOf(['true']).required(),
  }),
  files: { zipFile: 1, previewImages: MODULE.imagesMax, previewVideos: MODULE.videosMax },
};
export const VERSION_PARTS = { texts: moduleVersionRules, files: { zipFile: 1 } };

export const VERSION_FORM: FormRules<'zipFile'> = { ...FORM, fields: { zipFile: ZIP_FILE } };

// Invalid JSON is an empty list.
function parseList(text: string | undefined): unknown {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? [...new Set<unknown>(list)] : [];
  } catch {
    return [];
  }
}

const findZipError = ({ files, refusal }: VersionForm): FieldErrors =>
  files.zipFile.length === 0 && refusal === undefined ? { zipFile: 'Please select a .zip file' } : {};

function findOtherErrors(form: ModuleForm): FieldErrors {
  const { texts } = form;
  const errors: FieldErrors = {};
  // A title that is too long has its own error.
  if (moduleSlug(cutText(texts['title'] ?? '', MODULE.titleMax)).length < MODULE.slugMin)
    errors['slug'] = `Slug must be at least ${MODULE.slugMin} characters`;
  // The form does not check it (product 5.12).
  if (texts['price'] === 'paid' && parseNumber(texts['priceAmount'] ?? '') < 0)
    errors['priceAmount'] = 'Price cannot be negative';
  Object.assign(errors, findZipError(form));
  if (texts['termsAgreement'] !== 'true') errors['termsAgreement'] = 'You must agree to the terms and conditions';
  return errors;
}

/** Throws all errors of a form at once. The error of a single part keeps its code, such as `too_large`. */
function validate<Schema extends AnyObjectSchema>(
  rules: Schema,
  texts: Record<string, unknown>,
  { files, refusal }: VersionForm,
  otherErrors: FieldErrors,
): { fields: InferType<Schema>; archive: ReceivedFile } {
  const [archive] = files.zipFile;
  let errors = otherErrors;
  try {
    const fields: InferType<Schema> = validateBody(rules, texts);
    if (archive !== undefined && refusal === undefined && Object.keys(errors).length === 0) return { fields, archive };
  } catch (error) {
    if (!(error instanceof AppError) || error.errors === undefined) throw error;
    errors = { ...error.errors, ...otherErrors };
  }
  if (refusal !== undefined && Object.keys(errors).length === 0) throw refusal;
  throw invalid({ ...refusal?.errors, ...errors });
}

/** Validates the form of a new module (product 5.11). */
export function validateModule(form: ModuleForm) {
  const { texts, files } = form;
  const input = { ...texts, techStack: parseList(texts['techStack']), keyFeatures: parseList(texts['keyFeatures']) };
  const valid = validate(moduleUploadRules, input, form, findOtherErrors(form));
  return { ...valid, images: files.previewImages, videos: files.previewVideos };
}

export const validateVersion = (form: VersionForm) => validate(moduleVersionRules, form.texts, form, findZipError(form));

/** Returns the archive as stored, and findings, which may block the version (product 4.17). */
export async function reviewArchive({ config, files, limiters }: Deps, { id, signal }: Sender, archive: ReceivedFile) {
  const { storageKey: key, size } = archive;
  const review = async () => {
    const { findings, backslashes } = await checkArchive(files, { key, size });
    const sha256 = backslashes.length === 0 ? archive.sha256 : await replaceBackslashes(files, key, backslashes);
    return { archive: { ...archive, sha256 }, findings, reviewMode: config.moduleReview };
  };
  const reviewed = await limiters.archives.run(id, review, signal).catch((error: unknown) => {
    throw error instanceof InvalidArchiveError ? createFieldError('zipFile', error.message) : error;
  });
  if (signal.aborted) throw createIncompleteError(undefined);
  return reviewed;
}
