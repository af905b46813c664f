import { MODULE } from '@solvent/contracts';

const MEGABYTE = 1024 * 1024;

/** What the file dialog offers. */
export const ACCEPT = {
  zipFile: '.zip',
  previewImages: '.png,.jpg,.jpeg,.gif,.webp',
  previewVideos: '.mp4,.webm',
} as const;

/** Browsers give no type for some files: then the name decides. What is in it, the server sees. */
const isOneOf = ({ name, type }: File, types: readonly string[], names: RegExp): boolean =>
  type === '' ? names.test(name) : types.includes(type);

const isImage = (file: File) => isOneOf(file, MODULE.imageTypes, /\.(png|jpe?g|gif|webp)$/i);
const isVideo = (file: File) => isOneOf(file, MODULE.videoTypes, /\.(mp4|webm)$/i);

/** Why an archive cannot be sent (product 5.11), or undefined. */
export function zipError(file: File | null): string | undefined {
  if (!file) return 'Please select a .zip file';
  if (!/\.zip$/i.test(file.name)) return 'Only .zip files are allowed';
  if (file.size > MODULE.zipMaxBytes) return `File size must be less than ${MODULE.zipMaxBytes / MEGABYTE}MB`;
  return file.size === 0 ? 'This file is empty' : undefined;
}

/** Why a picture cannot be sent (product 5.11), or undefined. */
export function imageError(file: File): string | undefined {
  if (!isImage(file)) return 'Only PNG, JPG, GIF and WEBP images are allowed';
  return file.size > MODULE.imageMaxBytes ? `Each image must be less than ${MODULE.imageMaxBytes / MEGABYTE}MB` : undefined;
}

/** Why a video cannot be sent (product 5.11), or undefined. */
export function videoError(file: File): string | undefined {
  if (!isVideo(file)) return 'Only MP4 and WEBM videos are allowed';
  return file.size > MODULE.videoMaxBytes ? `Each video must be less than ${MODULE.videoMaxBytes / MEGABYTE}MB` : undefined;
}

const firstOf = (files: readonly File[], errorOf: (file: File) => string | undefined) =>
  files.map(errorOf).find((text) => text !== undefined);

/** Why these pictures cannot be sent, or undefined. */
export const imagesError = (files: readonly File[]): string | undefined =>
  files.length > MODULE.imagesMax ? `Maximum ${MODULE.imagesMax} preview images allowed` : firstOf(files, imageError);

/** Why these videos cannot be sent, or undefined. */
export const videosError = (files: readonly File[]): string | undefined =>
  files.length > MODULE.videosMax ? `Maximum ${MODULE.videosMax} preview videos allowed` : firstOf(files, videoError);

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** The files, with those of the chosen ones that are not there yet. */
export const withChosen = (files: readonly File[], chosen: readonly File[]): File[] => [
  ...files,
  ...chosen.filter((file) => !files.some((known) => isSame(known, file))),
];

const keys = new WeakMap<File, string>();

/** Names a file on this page; the same for as long as it is there. */
export function fileKey(file: File): string {
  const key = keys.get(file) ?? crypto.randomUUID();
  keys.set(file, key);
  return key;
}
