import sharp from 'sharp';
import { formatOf, inTurn, OPTIONS, orDamaged, SECONDS_MAX } from './decode-picture.ts';
import type { PictureFormat } from './decode-picture.ts';

/** A picture without what the file said besides; `width` and `height` are what is seen of it (px). */
interface PictureAnew {
  format: PictureFormat;
  content: Buffer;
  width: number;
  height: number;
}

async function decoded(sent: Buffer): Promise<PictureAnew | undefined> {
  const format = await formatOf(sent, { animated: true });
  if (format === undefined) return undefined;
  const { data, info } = await orDamaged(() =>
    sharp(sent, { ...OPTIONS, animated: true })
      .autoOrient()
      .toFormat(format, format === 'jpeg' || format === 'webp' ? { quality: 90 } : {})
      .timeout({ seconds: SECONDS_MAX })
      .toBuffer({ resolveWithObject: true }),
  );
  // Of a moving picture, all frames lie in one column.
  return { format, content: data, width: info.width, height: info.pageHeight ?? info.height };
}

/**
 * The same picture, upright, at its size and moving if it does, without where and with what it was taken; undefined for what
 * is none.
 * @param read gives what was sent; not before it is this picture's turn, so that those that wait take no room
 * @throws AppError invalid with a text for `file` where it is damaged or has too many pixels
 */
export function pictureAnew(read: () => Promise<Buffer>): Promise<PictureAnew | undefined> {
  return inTurn(async () => decoded(await read()));
}
