import { AVATAR } from '@solvent/contracts';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { AppError, invalid } from '../../../platform/errors/app-error.ts';

/** Limits the pixels of all frames together, because a small file can declare far more. */
const MAX_PIXELS = 20_000_000;
const MAX_FRAMES = 1000;

// Other formats have no decoder: an SVG, for example, can reference other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer', 'VipsForeignLoadNsgifBuffer'],
});
sharp.cache(false);
// The process pool provides the concurrency.
sharp.concurrency(1);

const DECODER_OPTIONS = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;

const FORMATS = ['png', 'jpeg', 'webp', 'gif'] as const;
export type PictureFormat = (typeof FORMATS)[number];

/** @returns undefined for other content. @throws AppError invalid with a text for `file` for too many pixels or frames */
export async function inspectPicture(content: Buffer, options: { animated?: boolean } = {}) {
  try {
    const { format, width, height, pages = 1 } = await sharp(content, { ...DECODER_OPTIONS, ...options }).metadata();
    if (options.animated === true && pages > MAX_FRAMES) throw tooManyFrames();
    const known = FORMATS.find((one) => one === format);
    // The height of an animation is that of all frames in one column.
    return known && { format: known, pixels: width * height };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof Error && error.message.includes('pixel limit')) throw tooManyPixels();
    return undefined;
  }
}

const tooManyPixels = () =>
  invalid({
    file: `This picture is too large: it can have at most ${MAX_PIXELS / 1_000_000} million pixels, all of its frames together. Make it smaller.`,
  });
const tooManyFrames = () =>
  invalid({ file: `This animation is too long: it can have at most ${MAX_FRAMES.toLocaleString('en-US')} frames.` });

export interface PictureJob {
  target: 're-encoded' | 'square' | 'resized';
  format: PictureFormat;
  width?: number;
  content: Uint8Array;
}

/** A picture without metadata; `width` and `height` (px) are those of one frame. */
export type PictureResult = { made: { content: Uint8Array; width: number; height: number } } | { damaged: string };

const SQUARE_QUALITY = 82;
const RESIZED_QUALITY = 80;

/** More effort for WebP takes twice the time and memory, and saves a tenth of the bytes. */
const ENCODER_OPTIONS = { png: {}, gif: {}, jpeg: { quality: 90 }, webp: { quality: 90, effort: 2 } } as const;

function buildPipeline({ target, format, width, content }: PictureJob): Sharp {
  if (target === 're-encoded')
    return sharp(content, { ...DECODER_OPTIONS, animated: true })
      .autoOrient()
      .toFormat(format, ENCODER_OPTIONS[format]);
  const upright = sharp(content, DECODER_OPTIONS).autoOrient();
  if (target === 'square') return upright.resize(AVATAR.side, AVATAR.side, { fit: 'cover' }).webp({ quality: SQUARE_QUALITY });
  return upright.resize({ width, withoutEnlargement: true }).webp({ quality: RESIZED_QUALITY, effort: 2 });
}

export async function makePicture(job: PictureJob): Promise<PictureResult> {
  try {
    const { data: content, info } = await buildPipeline(job).toBuffer({ resolveWithObject: true });
    return { made: { content, width: info.width, height: info.pageHeight ?? info.height } };
  } catch (error) {
    return { damaged: error instanceof Error ? error.message : String(error) };
  }
}
