import { AVATAR } from '@solvent/contracts';

/** A part of a picture, in its own pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The largest square in the middle. */
export function getCenterSquare({ naturalWidth, naturalHeight }: HTMLImageElement): Area {
  const side = Math.min(naturalWidth, naturalHeight);
  return { x: (naturalWidth - side) / 2, y: (naturalHeight - side) / 2, width: side, height: side };
}

const AREA_KEYS = ['x', 'y', 'width', 'height'] as const;

export const isSameArea = (one: Area, other: Area): boolean => AREA_KEYS.every((key) => one[key] === other[key]);

/** A picture that has no size on the screen yet has no area of numbers. */
export const isValidArea = (area: Area): boolean => AREA_KEYS.every((key) => Number.isFinite(area[key])) && area.width > 0;

/** The area of the picture as a square of its own, no larger than what is kept. @throws Error when the browser cannot */
export async function cropPicture(picture: HTMLImageElement, { x, y, width, height }: Area): Promise<Blob> {
  const side = Math.max(1, Math.min(AVATAR.side, Math.round(width)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot crop pictures.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, width, height, 0, 0, side, side);
  // A browser that writes no WebP makes a PNG of it.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
  if (!blob) throw new Error('This browser cannot crop the picture.');
  return blob;
}
