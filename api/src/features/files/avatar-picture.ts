import sharp from 'sharp';
import { AVATAR } from '@solvent/contracts';
import { AppError, invalid } from '../../platform/errors/app-error.ts';

/** Pictures of phones have up to this many pixels; a small file can claim far more. */
const PIXELS_MAX = 50_000_000;
const SECONDS_MAX = 20;
const QUALITY = 82;

// Only these formats are ever looked into: everything else, such as SVG, which can refer to other files, has no reader.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer', 'VipsForeignLoadNsgifBuffer'],
});
// No picture comes twice.
sharp.cache(false);

const OPTIONS = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const;

const isTooManyPixels = (error: unknown) => error instanceof Error && error.message.includes('pixel limit');

/** Throws unless the content begins as a picture of a permitted type and size. */
async function checkKind(content: Buffer): Promise<void> {
  try {
    await sharp(content, OPTIONS).metadata();
  } catch (error) {
    if (isTooManyPixels(error))
      throw invalid({ file: `This picture is too large: more than ${PIXELS_MAX / 1_000_000} million pixels` });
    throw new AppError('unsupported_type', 'This is not a PNG, JPEG, WebP or GIF picture, or it is damaged.', { cause: error });
  }
}

async function reencode(content: Buffer): Promise<Buffer> {
  try {
    return await sharp(content, OPTIONS)
      .autoOrient()
      .resize(AVATAR.side, AVATAR.side, { fit: 'cover' })
      .webp({ quality: QUALITY })
      .timeout({ seconds: SECONDS_MAX })
      .toBuffer();
  } catch {
    throw invalid({ file: 'This picture is damaged and cannot be read' });
  }
}

let previous: Promise<unknown> = Promise.resolve();

/** One at a time: a picture may take some 200 MB while it is decoded, and ten of them must not. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = previous.then(work);
  previous = mine.catch(() => undefined);
  return mine;
}

/**
 * Makes a person's picture of what was sent: an upright square WebP without anything that the file said besides (place,
 * camera, comments). What the sender calls the type counts for nothing. Of moving pictures, the first one.
 * @throws AppError unsupported_type, or invalid with a text for `file`
 */
export async function avatarOf(content: Buffer): Promise<Buffer> {
  await checkKind(content);
  return inTurn(() => reencode(content));
}
