import sharp from 'sharp';
import { AVATAR } from '@solvent/contracts';
import { AppError } from '../../platform/errors/app-error.ts';
import { formatOf, inTurn, OPTIONS, orDamaged, SECONDS_MAX } from '../../platform/files/content/decode-picture.ts';

const QUALITY = 82;

/**
 * Makes a person's picture of what was sent: an upright square WebP without anything that the file said besides (place,
 * camera, comments). What the sender calls the type counts for nothing. Of moving pictures, the first one.
 * @throws AppError unsupported_type, or invalid with a text for `file`
 */
export async function avatarOf(content: Buffer): Promise<Buffer> {
  if ((await formatOf(content)) === undefined)
    throw new AppError('unsupported_type', 'This is not a PNG, JPEG, WebP or GIF picture, or it is damaged.');
  const square = () =>
    sharp(content, OPTIONS)
      .autoOrient()
      .resize(AVATAR.side, AVATAR.side, { fit: 'cover' })
      .webp({ quality: QUALITY })
      .timeout({ seconds: SECONDS_MAX })
      .toBuffer();
  return inTurn(() => orDamaged(square));
}
