import { AVATAR } from '@solvent/contracts';

/** In pixels of the original picture. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function getCenterSquare({ naturalWidth, naturalHeight }: HTMLImageElement): Area {
  const side = Math.min(naturalWidth, naturalHeight);
  return { x: (naturalWidth - side) / 2, y: (naturalHeight - side) / 2, width: side, height: side };
}

const AREA_KEYS = ['x', 'y', 'width', 'height'] as const;

export const isSameArea = (one: Area, other: Area): boolean => AREA_KEYS.every((key) => one[key] === other[key]);

/** The cropper reports NaN until the picture has a size on the screen. */
export const isValidArea = (area: Area): boolean => AREA_KEYS.every((key) => Number.isFinite(area[key])) && area.width > 0;

/** Returns a square of at most `AVATAR.side` px. @throws Error when the browser has no canvas support */
export async function cropPicture(picture: HTMLImageElement, { x, y, width, height }: Area): Promise<Blob> {
  const side = Math.max(1, Math.min(AVATAR.side, Math.round(width)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot crop pictures.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, width, height, 0, 0, side, side);
  // Browsers without WebP encoding return a PNG.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
  if (!blob) throw new Error('This browser cannot crop the picture.');
  return blob;
}
