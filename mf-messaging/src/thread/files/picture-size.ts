/** px. */
export interface PictureSize {
  width: number;
  height: number;
}

/** The largest box (px) of a picture in a message, and the smallest that one can still hit. */
const MOST = { width: 280, height: 240 };
const LEAST = 64;

/** The box of a picture: never larger than it is, whole unless it is a very long one. */
export function boxOf({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, MOST.width / width, MOST.height / height);
  const fit = (side: number) => Math.max(LEAST, Math.round(side * scale));
  return { width: fit(width), height: fit(height) };
}

/** Sizes of pictures that were shown while they were chosen: later their place is known before they are drawn. */
const sizes = new Map<string, PictureSize>();

type Named = Pick<File, 'name' | 'size'>;
const keyOf = ({ name, size }: Named): string => `${size}:${name}`;

export const noteSize = (file: Named, size: PictureSize): void => void sizes.set(keyOf(file), size);

export const knownSize = (file: Named): PictureSize | null => sizes.get(keyOf(file)) ?? null;
