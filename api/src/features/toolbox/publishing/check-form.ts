import { MODULE, moduleSlug } from '@solvent/contracts';
import type { FieldErrors, ReviewFinding } from '@solvent/contracts';
import { moduleUploadRules, moduleVersionRules } from '@solvent/contracts/rules';
import type { AnyObjectSchema, InferType } from 'yup';
import type { Deps } from '../../../deps.ts';
import type { ReceivedFile, Sender } from '../../files/service.ts';
import { ArchiveRefusal } from '../archives/archive-refusal.ts';
import { checkArchive, storeSlashes } from '../archives/check-archive.ts';
import { refused } from './form.ts';
import type { ModuleForm, VersionForm } from './form.ts';
import { AppError, invalid } from '../../../platform/errors/app-error.ts';
import { validateForm } from '../../../platform/http/yup-validation.ts';

/** What a form's texts come to: values, or a message for each field that breaks a rule. */
type Checked<Schema extends AnyObjectSchema> = { fields: InferType<Schema>; errors?: never } | { errors: FieldErrors };

function checked<Schema extends AnyObjectSchema>(rules: Schema, input: Record<string, unknown>): Checked<Schema> {
  try {
    return { fields: validateForm(rules, input, {}) };
  } catch (error) {
    if (error instanceof AppError && error.errors !== undefined) return { errors: error.errors };
    throw error;
  }
}

/** `techStack` is a JSON array; what is none is no list of technologies. */
function listOf(text: string | undefined): unknown {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? [...new Set<unknown>(list)] : [];
  } catch {
    return [];
  }
}

/** Errors that no rule of a single text speaks of. */
function otherErrors({ texts, files, refusal }: ModuleForm): FieldErrors {
  const errors: FieldErrors = {};
  // What is longer than any title has the rule of titles to itself.
  if (moduleSlug((texts['title'] ?? '').slice(0, MODULE.titleMax)).length < MODULE.slugMin)
    errors['slug'] = `Slug must be at least ${MODULE.slugMin} characters`;
  // The form does not check it (product 5.12).
  if (texts['price'] === 'paid' && Number(texts['priceAmount']) < 0) errors['priceAmount'] = 'Price cannot be negative';
  if (files.zipFile.length === 0 && refusal === undefined) errors['zipFile'] = 'Please select a .zip file';
  if (texts['termsAgreement'] !== 'true') errors['termsAgreement'] = 'You must agree to the terms and conditions';
  return errors;
}

function archiveOf({ files }: VersionForm): ReceivedFile {
  const [archive] = files.zipFile;
  if (archive === undefined) throw new Error('A form without an archive passed its checks');
  return archive;
}

/** One answer for all that is wrong. A single thing keeps its own code, such as that of a file too large. */
function together(errors: FieldErrors, files: AppError | undefined): AppError {
  if (files !== undefined && Object.keys(errors).length === 0) return files;
  return invalid({ ...errors, ...files?.errors });
}

/** What `POST /modules` brought: the texts as the rules give them, and the files. */
export interface ReceivedModule {
  fields: InferType<typeof moduleUploadRules>;
  archive: ReceivedFile;
  images: ReceivedFile[];
  videos: ReceivedFile[];
}

/** Holds a new module's form to its rules (product 5.11). @throws AppError with a text for each field */
export function checkedModule(form: ModuleForm): ReceivedModule {
  const { texts, files, refusal } = form;
  const result = checked(moduleUploadRules, { ...texts, techStack: listOf(texts['techStack']) });
  const errors = { ...result.errors, ...otherErrors(form) };
  if (result.errors !== undefined || refusal !== undefined || Object.keys(errors).length > 0) throw together(errors, refusal);
  return { fields: result.fields, archive: archiveOf(form), images: files.previewImages, videos: files.previewVideos };
}

/** What `POST /modules/{id}/versions` brought. */
export interface ReceivedVersion {
  fields: InferType<typeof moduleVersionRules>;
  archive: ReceivedFile;
}

/** Holds a new version's form to its rules. @throws AppError with a text for each field */
export function checkedVersion(form: VersionForm): ReceivedVersion {
  const { texts, files, refusal } = form;
  const result = checked(moduleVersionRules, texts);
  const errors: FieldErrors = { ...result.errors };
  if (files.zipFile.length === 0 && refusal === undefined) errors['zipFile'] = 'Please select a .zip file';
  if (result.errors !== undefined || refusal !== undefined || Object.keys(errors).length > 0) throw together(errors, refusal);
  return { fields: result.fields, archive: archiveOf(form) };
}

/** An archive that passed, and what was found in it. */
interface ReviewedArchive {
  archive: ReceivedFile;
  findings: ReviewFinding[];
}

/**
 * Checks the archive that somebody uploaded, when it is their turn.
 * @returns the archive as it is stored now; what was found in it: something that looks like a secret holds it back (product 4.17)
 * @throws AppError with what is to be changed, for `zipFile`; unavailable where too many wait
 */
export async function reviewedArchive(
  { files, limiters }: Pick<Deps, 'files' | 'limiters'>,
  { id, signal }: Sender,
  archive: ReceivedFile,
): Promise<ReviewedArchive> {
  const { storageKey: key, size } = archive;
  const review = async (): Promise<ReviewedArchive> => {
    const { findings, backslashes } = await checkArchive(files, { key, size });
    if (backslashes.length === 0) return { archive, findings };
    return { archive: { ...archive, sha256: await storeSlashes(files, key, backslashes) }, findings };
  };
  try {
    return await limiters.archives.run(id, review, signal);
  } catch (error) {
    if (error instanceof ArchiveRefusal) throw refused('zipFile', error.message);
    throw error;
  }
}
