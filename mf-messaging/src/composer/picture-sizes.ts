/** In pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

type FileKey = Pick<File, 'name' | 'size'>;

const sizes = new Map<string, PictureSize>();

const buildKey = ({ name, size }: FileKey): string => `${size}:${name}`;

/** Stores the size of a chosen picture, so that its message can reserve its box. */
export const storePictureSize = (file: FileKey, size: PictureSize): void => void sizes.set(buildKey(file), size);

export const findPictureSize = (file: FileKey): PictureSize | null => sizes.get(buildKey(file)) ?? null;
