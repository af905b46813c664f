import { MODULE } from '@solvent/contracts';
import type { ErrorCode } from '@solvent/contracts';
import type { FastifyRequest } from 'fastify';
import { AppError, invalid } from '../../../platform/errors/app-error.ts';
import type { Deps } from '../../../deps.ts';
import { cleanName, keepArchive, keepPicture, keepVideo } from '../../files/service.ts';
import type { FileField, FormRules, Incoming, ReceivedForm } from '../../files/service.ts';

/** Where the files of modules lie before their module is stored, and after. */
export const INCOMING_MODULES: Incoming = {
  folder: 'modules',
  marks: 'incoming-modules',
  filesMax: 1 + MODULE.imagesMax + MODULE.videosMax,
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

const notWhole = (cause: unknown) =>
  new AppError('malformed', 'The upload did not arrive whole. Nothing of it was kept: please send it again.', { cause });

type Sentences = Record<'tooMany' | 'tooLarge' | 'wrongKind', string>;

/** A field, and what is said of files that it does not take (product 5.11). */
const field = (
  name: ModuleField,
  { tooMany, tooLarge, wrongKind }: Sentences,
  rules: Pick<FileField, 'max' | 'maxBytes' | 'keep'>,
): FileField => ({
  ...rules,
  tooMany: () => refused(name, tooMany),
  tooLarge: () => refused(name, tooLarge, 'too_large'),
  empty: () => refused(name, 'This file is empty'),
  wrongKind: () => refused(name, wrongKind, 'unsupported_type'),
  about: (error, file) => refused(name, `“${file}”: ${error.message}`, error.code),
  nameOf: (sent) => cleanName(sent, 'picture').base,
});

const ZIP_FILE = field(
  'zipFile',
  {
    tooMany: 'Send one .zip file',
    tooLarge: `File size must be less than ${megabytes(MODULE.zipMaxBytes)}`,
    wrongKind: 'Only .zip files are allowed',
  },
  { max: 1, maxBytes: MODULE.zipMaxBytes, keep: keepArchive },
);

const VIDEOS = field(
  'previewVideos',
  {
    tooMany: `Maximum ${MODULE.videosMax} preview videos allowed`,
    tooLarge: `Each video must be less than ${megabytes(MODULE.videoMaxBytes)}`,
    wrongKind: 'Only MP4 and WEBM videos are allowed',
  },
  { max: MODULE.videosMax, maxBytes: MODULE.videoMaxBytes, keep: keepVideo },
);

const imagesOf = ({ pictures }: Pick<Deps, 'pictures'>) =>
  field(
    'previewImages',
    {
      tooMany: `Maximum ${MODULE.imagesMax} preview images allowed`,
      tooLarge: `Each image must be less than ${megabytes(MODULE.imageMaxBytes)}`,
      wrongKind: 'Only PNG, JPG, GIF and WEBP images are allowed',
    },
    { max: MODULE.imagesMax, maxBytes: MODULE.imageMaxBytes, keep: keepPicture(pictures) },
  );

/** All that is wrong is told at once. */
const FORM = {
  incoming: INCOMING_MODULES,
  unknownField: (name: string) => invalid({ [name]: 'This form takes no such file' }),
  notWhole,
  readsOn: true,
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
  if (raw.socket.destroyed) throw notWhole(undefined);
}
