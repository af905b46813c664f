import { AVATAR } from '@solvent/contracts';
import sharp from 'sharp';
import { AppError, invalid } from '../../../platform/errors/app-error.ts';

/** So many pixels has a picture at most, in all its frames; a small file can claim far more. */
const PIXELS_MAX = 20_000_000;
const FRAMES_MAX = 1000;

// Only these formats are ever looked into: everything else, such as SVG, which can refer to other files, has no reader.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer', 'VipsForeignLoadNsgifBuffer'],
});
// No picture comes twice.
sharp.cache(false);
// Several pictures are made at once: one thread for each.
sharp.concurrency(1);

/** How pictures of strangers are read. */
const OPTIONS = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const;

const isTooManyPixels = (error: unknown) => error instanceof Error && error.message.includes('pixel limit');

const FORMATS = ['png', 'jpeg', 'webp', 'gif'] as const;
/** The formats of pictures that are taken. */
export type PictureFormat = (typeof FORMATS)[number];

/** What a picture's beginning says of it; `pixels` of all that is read of it. */
interface Looks {
  format: PictureFormat;
  pixels: number;
}

/**
 * As what the content begins; undefined for what is no picture of a permitted format, or has a damaged beginning.
 * @param options what is to be read of it, such as all of a moving picture's frames
 * @throws AppError invalid with a text for `file` where it has too many pixels or frames
 */
export async function lookAt(content: Buffer, options: { animated?: boolean } = {}): Promise<Looks | undefined> {
  try {
    const { format, width, height, pages = 1 } = await sharp(content, { ...OPTIONS, ...options }).metadata();
    if (options.animated === true && pages > FRAMES_MAX) throw tooManyFrames();
    // Of a moving picture, all frames lie in one column.
    if (width * height > PIXELS_MAX) throw tooManyPixels();
    const known = FORMATS.find((one) => one === format);
    return known && { format: known, pixels: width * height };
  } catch (error) {
    if (isTooManyPixels(error)) throw tooManyPixels();
    if (error instanceof AppError) throw error;
    return undefined;
  }
}

const tooManyPixels = () =>
  invalid({
    file: `This picture is too large: it can have at most ${PIXELS_MAX / 1_000_000} million pixels, all of its frames together. Make it smaller.`,
  });
const tooManyFrames = () =>
  invalid({ file: `This picture moves for too long: it can have at most ${FRAMES_MAX.toLocaleString('en-US')} frames.` });

/** What is to be made of a picture: the same re-encoded, the square of a person, or one that is not wider than `width` (px). */
export interface PictureJob {
  target: 're-encoded' | 'square' | 'narrower';
  format: PictureFormat;
  width?: number;
  content: Uint8Array;
}

/** A picture without what the file said besides; `width` and `height` are what is seen of it (px). */
export interface MadePicture {
  content: Uint8Array;
  width: number;
  height: number;
}

/** What became of it; why it could not be made is for nobody but developers. */
export type PictureResult = { made: MadePicture } | { damaged: string };

const SQUARE_QUALITY = 82;
const NARROWER_QUALITY = 80;

/** WebP with more effort takes twice the time and memory, for a tenth of the bytes. */
const SAVING = { png: {}, gif: {}, jpeg: { quality: 90 }, webp: { quality: 90, effort: 2 } } as const;

const reencode = ({ content, format }: PictureJob) =>
  sharp(content, { ...OPTIONS, animated: true })
    .autoOrient()
    .toFormat(format, SAVING[format]);

/** Of moving pictures, the first one. */
const square = ({ content }: PictureJob) =>
  sharp(content, OPTIONS).autoOrient().resize(AVATAR.side, AVATAR.side, { fit: 'cover' }).webp({ quality: SQUARE_QUALITY });

const narrower = ({ content, width }: PictureJob) =>
  sharp(content, OPTIONS).autoOrient().resize({ width, withoutEnlargement: true }).webp({ quality: NARROWER_QUALITY, effort: 2 });

const MAKERS = { 're-encoded': reencode, square, narrower } as const;

/** Re-encodes a picture, upright; whatever the decoder fails at is the picture. */
export async function makePicture(job: PictureJob): Promise<PictureResult> {
  try {
    const { data: content, info } = await MAKERS[job.target](job).toBuffer({ resolveWithObject: true });
    // Of a moving picture, all frames lie in one column.
    return { made: { content, width: info.width, height: info.pageHeight ?? info.height } };
  } catch (error) {
    return { damaged: error instanceof Error ? error.message : String(error) };
  }
}
