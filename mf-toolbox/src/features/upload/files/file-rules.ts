import { BYTES_PER_MB, MODULE, validateFiles } from '@solvent/contracts';
import type { FileRules } from '@solvent/contracts';

export const ACCEPTED_EXTENSIONS = {
  previewImages: '.png,.jpg,.jpeg,.gif,.webp',
  previewVideos: '.mp4,.webm',
} as const;

const IMAGE_RULES: FileRules = {
  maxBytes: MODULE.imageMaxBytes,
  types: MODULE.imageTypes,
  extensions: /\.(png|jpe?g|gif|webp)$/i,
  texts: {
    type: () => 'Only PNG, JPG, GIF and WEBP images are allowed',
    size: () => `Each image must be less than ${MODULE.imageMaxBytes / BYTES_PER_MB}MB`,
    count: () => `Maximum ${MODULE.imagesMax} preview images allowed`,
  },
};

const VIDEO_RULES: FileRules = {
  maxBytes: MODULE.videoMaxBytes,
  types: MODULE.videoTypes,
  extensions: /\.(mp4|webm)$/i,
  texts: {
    type: () => 'Only MP4 and WEBM videos are allowed',
    size: () => `Each video must be less than ${MODULE.videoMaxBytes / BYTES_PER_MB}MB`,
    count: () => `Maximum ${MODULE.videosMax} preview videos allowed`,
  },
};

/** Returns the first error of preview images (product 5.11). */
export const validateImages = (files: readonly File[]): string | undefined =>
  validateFiles(files, IMAGE_RULES, MODULE.imagesMax).errors[0];

export const validateVideos = (files: readonly File[]): string | undefined =>
  validateFiles(files, VIDEO_RULES, MODULE.videosMax).errors[0];

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
