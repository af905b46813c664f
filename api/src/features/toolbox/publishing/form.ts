import { MODULE } from '@solvent/contracts';
import type { ErrorCode } from '@solvent/contracts';
import type { FastifyRequest } from 'fastify';
import { AppError, invalid } from '../../../platform/errors/app-error.ts';
import type { Deps } from '../deps.ts';
import { acceptArchive, acceptPicture, acceptVideo, cleanName } from '../../files/index.ts';
import type { FileField, FormRules, ReceivedForm, UploadLocation } from '../../files/index.ts';

export const INCOMING_MODULES: UploadLocation = {
  folder: 'modules',
  markers: 'incoming-modules',
  maxFiles: 1 + MODULE.imagesMax + MODULE.videosMax,
};

const formatMegabytes = (bytes: number) => `${bytes / 1024 ** 2}MB`;

type ModuleField = 'zipFile' | 'previewImages' | 'previewVideos';

export type ModuleForm = ReceivedForm<ModuleField>;
export type VersionForm = ReceivedForm<'zipFile'>;

export const createFieldError = (field: ModuleField, message: string, code: ErrorCode = 'invalid'): AppError =>
  new AppError(code, message, { errors: { [field]: message } });

const createIncompleteError = (cause: unknown) =>
  new AppError('malformed', 'The upload did not arrive whole. Nothing of it was kept: please send it again.', { cause });

const createField = (
  field: ModuleField,
  { tooMany, tooLarge, wrongKind }: Record<'tooMany' | 'tooLarge' | 'wrongKind', string>,
  rules: Pick<FileField, 'maxFiles' | 'maxBytes' | 'accept'>,
): FileField => ({
  ...rules,
  tooMany: () => createFieldError(field, tooMany),
  tooLarge: () => createFieldError(field, tooLarge, 'too_large'),
  empty: () => createFieldError(field, 'This file is empty'),
  wrongKind: () => createFieldError(field, wrongKind, 'unsupported_type'),
  toFieldError: (error, file) => createFieldError(field, `“${file}”: ${error.message}`, error.code),
  displayName: (name) => cleanName(name, 'picture').base,
});

const ZIP_FILE = createField(
  'zipFile',
  {
    tooMany: 'Upload one .zip file',
    tooLarge: `File size must be less than ${formatMegabytes(MODULE.zipMaxBytes)}`,
    wrongKind: 'Only .zip files are allowed',
  },
  { maxFiles: 1, maxBytes: MODULE.zipMaxBytes, accept: acceptArchive },
);

const VIDEOS = createField(
  'previewVideos',
  {
    tooMany: `Maximum ${MODULE.videosMax} preview videos allowed`,
    tooLarge: `Each video must be less than ${formatMegabytes(MODULE.videoMaxBytes)}`,
    wrongKind: 'Only MP4 and WEBM videos are allowed',
  },
  { maxFiles: MODULE.videosMax, maxBytes: MODULE.videoMaxBytes, accept: acceptVideo },
);

const createImagesField = ({ pictures }: Pick<Deps, 'pictures'>) =>
  createField(
    'previewImages',
    {
      tooMany: `Maximum ${MODULE.imagesMax} preview images allowed`,
      tooLarge: `Each image must be less than ${formatMegabytes(MODULE.imageMaxBytes)}`,
      wrongKind: 'Only PNG, JPG, GIF and WEBP images are allowed',
    },
    { maxFiles: MODULE.imagesMax, maxBytes: MODULE.imageMaxBytes, accept: acceptPicture(pictures) },
  );

const FORM = {
  location: INCOMING_MODULES,
  unknownField: (name: string) => invalid({ [name]: 'This form does not accept this file' }),
  incomplete: createIncompleteError,
  readToEnd: true,
};

export const createModuleForm = (deps: Pick<Deps, 'pictures'>): FormRules<ModuleField> => ({
  ...FORM,
  fields: { zipFile: ZIP_FILE, previewImages: createImagesField(deps), previewVideos: VIDEOS },
});

export const VERSION_FORM: FormRules<'zipFile'> = { ...FORM, fields: { zipFile: ZIP_FILE } };

/** Stops if the client disconnected during the check. @throws AppError `malformed` */
export function assertConnected({ raw }: FastifyRequest): void {
  if (raw.socket.destroyed) throw createIncompleteError(undefined);
}
