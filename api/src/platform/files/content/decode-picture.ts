import sharp from 'sharp';
import { invalid } from '../../errors/app-error.ts';

/** Pictures of phones have up to this many pixels; a small file can claim far more. */
const PIXELS_MAX = 50_000_000;
/** Making a picture anew may take so long (seconds). */
export const SECONDS_MAX = 20;

// Only these formats are ever looked into: everything else, such as SVG, which can refer to other files, has no reader.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer', 'VipsForeignLoadNsgifBuffer'],
});
// No picture comes twice.
sharp.cache(false);

/** How pictures of strangers are read. */
export const OPTIONS = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const;

const isTooManyPixels = (error: unknown) => error instanceof Error && error.message.includes('pixel limit');

const FORMATS = ['png', 'jpeg', 'webp', 'gif'] as const;
/** The formats of pictures that are taken. */
export type PictureFormat = (typeof FORMATS)[number];

/**
 * As what the content begins; undefined for what is no picture of a permitted format, or has a damaged beginning.
 * @param options what is read of it, such as all of a moving picture's frames
 * @throws AppError invalid with a text for `file` where it has too many pixels
 */
export async function formatOf(content: Buffer, options: { animated?: boolean } = {}): Promise<PictureFormat | undefined> {
  try {
    const { format } = await sharp(content, { ...OPTIONS, ...options }).metadata();
    return FORMATS.find((known) => known === format);
  } catch (error) {
    if (!isTooManyPixels(error)) return undefined;
    throw invalid({ file: `This picture is too large: more than ${PIXELS_MAX / 1_000_000} million pixels` });
  }
}

let previous: Promise<unknown> = Promise.resolve();

/** One at a time: a picture may take some 200 MB while it is decoded, and ten of them must not. */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = previous.then(work);
  previous = mine.catch(() => undefined);
  return mine;
}

/** Runs a decoder; whatever it fails at is the picture. */
export function orDamaged<Made>(make: () => Promise<Made>): Promise<Made> {
  return make().catch(() => {
    throw invalid({ file: 'This picture is damaged and cannot be read' });
  });
}
