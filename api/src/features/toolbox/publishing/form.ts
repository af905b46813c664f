import { MODULE } from '@solvent/contracts';
import type { ErrorCode } from '@solvent/contracts';
import type { FastifyRequest } from 'fastify';
import { AppError, invalid } from '../../../platform/errors/app-error.ts';
import type { Deps } from '../../../deps.ts';
import { cleanName, acceptArchive, acceptPicture, acceptVideo } from '../../files/service.ts';
import type { FileField, FormRules, UploadLocation, ReceivedForm } from '../../files/service.ts';

/** Where the files of modules lie before their module is stored, and after. */
export const INCOMING_MODULES: UploadLocation = {
  folder: 'modules',
  markers: 'incoming-modules',
  maxFiles: 1 + MODULE.imagesMax + MODULE.videosMax,
};

const MEBIBYTE = 1024 * 1024;
const megabytes = (bytes: number) => `${bytes / MEBIBYTE}MB`;

/** The fields of the form that bring files. */
type ModuleField = 'zipFile' | 'previewImages' | 'previewVideos';

/** A new module's form, and that of a new version, which brings an archive alone. */
export type ModuleForm = ReceivedForm<ModuleField>;
export type VersionForm = ReceivedForm<'zipFile'>;

/** A file that breaks a rule of its field. */
export const refused = (field: ModuleField, message: string, code: ErrorCode = 'invalid'): AppError =>
  new AppError(code, message, { errors: { [field]: message } });

const incomplete = (cause: unknown) =>
  new AppError('malformed', 'The upload did not arrive whole. Nothing of it was kept: please send it again.', { cause });

type Sentences = Record<'tooMany' | 'tooLarge' | 'wrongKind', string>;

/** A field, and what is said of files that it does not take (product 5.11). */
const field = (
  name: ModuleField,
  { tooMany, tooLarge, wrongKind }: Sentences,
  rules: Pick<FileField, 'maxFiles' | 'maxBytes' | 'accept'>,
): FileField => ({
  ...rules,
  tooMany: () => refused(name, tooMany),
  tooLarge: () => refused(name, tooLarge, 'too_large'),
  empty: () => refused(name, 'This file is empty'),
  wrongKind: () => refused(name, wrongKind, 'unsupported_type'),
  toFieldError: (error, file) => refused(name, `“${file}”: ${error.message}`, error.code),
  displayName: (sent) => cleanName(sent, 'picture').base,
});

const ZIP_FILE = field(
  'zipFile',
  {
    tooMany: 'Send one .zip file',
    tooLarge: `File size must be less than ${megabytes(MODULE.zipMaxBytes)}`,
    wrongKind: 'Only .zip files are allowed',
  },
  { maxFiles: 1, maxBytes: MODULE.zipMaxBytes, accept: acceptArchive },
);

const VIDEOS = field(
  'previewVideos',
  {
    tooMany: `Maximum ${MODULE.videosMax} preview videos allowed`,
    tooLarge: `Each video must be less than ${megabytes(MODULE.videoMaxBytes)}`,
    wrongKind: 'Only MP4 and WEBM videos are allowed',
  },
  { maxFiles: MODULE.videosMax, maxBytes: MODULE.videoMaxBytes, accept: acceptVideo },
);

const imagesOf = ({ pictures }: Pick<Deps, 'pictures'>) =>
  field(
    'previewImages',
    {
      tooMany: `Maximum ${MODULE.imagesMax} preview images allowed`,
      tooLarge: `Each image must be less than ${megabytes(MODULE.imageMaxBytes)}`,
      wrongKind: 'Only PNG, JPG, GIF and WEBP images are allowed',
    },
    { maxFiles: MODULE.imagesMax, maxBytes: MODULE.imageMaxBytes, accept: acceptPicture(pictures) },
  );

/** All that is wrong is told at once. */
const FORM = {
  location: INCOMING_MODULES,
  unknownField: (name: string) => invalid({ [name]: 'This form takes no such file' }),
  incomplete,
  readToEnd: true,
};

/** The form of `POST /modules`. */
export const moduleForm = (deps: Pick<Deps, 'pictures'>): FormRules<ModuleField> => ({
  ...FORM,
  fields: { zipFile: ZIP_FILE, previewImages: imagesOf(deps), previewVideos: VIDEOS },
});

/** The form of `POST /modules/{id}/versions`. */
export const VERSION_FORM: FormRules<'zipFile'> = { ...FORM, fields: { zipFile: ZIP_FILE } };

/** Nobody is there to hear of it: who still wants it sends it again. @throws AppError malformed */
export function stillThere({ raw }: FastifyRequest): void {
  if (raw.socket.destroyed) throw incomplete(undefined);
}
