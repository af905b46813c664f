import { MODULE } from '@solvent/contracts';

const BYTES_PER_MB = 1024 * 1024;

export const ACCEPTED_EXTENSIONS = {
  zipFile: '.zip',
  previewImages: '.png,.jpg,.jpeg,.gif,.webp',
  previewVideos: '.mp4,.webm',
} as const;

/** Some browsers omit the type; then the extension decides. The server checks the content. */
const hasAllowedType = ({ name, type }: File, types: readonly string[], extensions: RegExp): boolean =>
  type === '' ? extensions.test(name) : types.includes(type);

const isImage = (file: File) => hasAllowedType(file, MODULE.imageTypes, /\.(png|jpe?g|gif|webp)$/i);
const isVideo = (file: File) => hasAllowedType(file, MODULE.videoTypes, /\.(mp4|webm)$/i);

/** Returns the error of an archive (product 5.11). */
export function validateArchive(file: File | null): string | undefined {
  if (!file) return 'Please select a .zip file';
  if (!/\.zip$/i.test(file.name)) return 'Only .zip files are allowed';
  if (file.size > MODULE.zipMaxBytes) return `File size must be less than ${MODULE.zipMaxBytes / BYTES_PER_MB}MB`;
  return file.size === 0 ? 'This file is empty' : undefined;
}

export function validateImage(file: File): string | undefined {
  if (!isImage(file)) return 'Only PNG, JPG, GIF and WEBP images are allowed';
  return file.size > MODULE.imageMaxBytes ? `Each image must be less than ${MODULE.imageMaxBytes / BYTES_PER_MB}MB` : undefined;
}

export function validateVideo(file: File): string | undefined {
  if (!isVideo(file)) return 'Only MP4 and WEBM videos are allowed';
  return file.size > MODULE.videoMaxBytes ? `Each video must be less than ${MODULE.videoMaxBytes / BYTES_PER_MB}MB` : undefined;
}

const findFirstError = (files: readonly File[], validate: (file: File) => string | undefined) =>
  files.map(validate).find((text) => text !== undefined);

export const validateImages = (files: readonly File[]): string | undefined =>
  files.length > MODULE.imagesMax ? `Maximum ${MODULE.imagesMax} preview images allowed` : findFirstError(files, validateImage);

export const validateVideos = (files: readonly File[]): string | undefined =>
  files.length > MODULE.videosMax ? `Maximum ${MODULE.videosMax} preview videos allowed` : findFirstError(files, validateVideo);

const isSameFile = (a: File, b: File) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/** Adds the chosen files, without duplicates. */
export const mergeFiles = (files: readonly File[], chosen: readonly File[]): File[] => [
  ...files,
  ...chosen.filter((file) => !files.some((existing) => isSameFile(existing, file))),
];

const keys = new WeakMap<File, string>();

/** Returns a stable React key for a file. */
export function getFileKey(file: File): string {
  const key = keys.get(file) ?? crypto.randomUUID();
  keys.set(file, key);
  return key;
}
