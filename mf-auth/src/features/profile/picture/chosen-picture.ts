import { AVATAR } from '@solvent/contracts';

const MEGABYTE = 1024 * 1024;

export const UNREADABLE = 'This picture could not be read. Choose another one';

/** A picture of this computer, decoded by the browser. */
export interface ChosenPicture {
  element: HTMLImageElement;
  /** A blob's address: {@link forgetPicture} gives its memory back. */
  url: string;
}

/** Why a file cannot be somebody's picture, before anything of it was read; undefined when it may be. */
export function refusalOf(file: File): string | undefined {
  const types: readonly string[] = AVATAR.types;
  if (!types.includes(file.type)) return 'Choose a PNG, JPEG, WebP or GIF picture';
  if (file.size > AVATAR.maxBytes) return `A picture can be at most ${AVATAR.maxBytes / MEGABYTE} MB`;
  return file.size === 0 ? UNREADABLE : undefined;
}

/** Decodes a picture. @throws DOMException when the browser cannot */
export async function readPicture(file: File): Promise<ChosenPicture> {
  const url = URL.createObjectURL(file);
  const element = new Image();
  element.src = url;
  try {
    await element.decode();
    return { element, url };
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
}

export const forgetPicture = ({ url }: ChosenPicture): void => URL.revokeObjectURL(url);
