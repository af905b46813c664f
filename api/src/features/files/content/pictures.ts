import { AppError, invalid } from '../../../platform/errors/app-error.ts';
import type { Sender } from '../incoming/sender.ts';
import type { SharedWork } from '../../../platform/turns/shared-work.ts';
import { lookAt } from './decode-picture.ts';
import type { PictureFormat } from './decode-picture.ts';
import type { MadePicture, PictureJob } from './make-picture.ts';
import type { PictureMaker } from './picture-workers.ts';

/** Larger ones take seconds: they have a row of their own, so that nobody's small picture waits for them. */
const QUICK_PIXELS = 4_000_000;

/** Who wants a picture made, until they are gone. */
type Asking = Pick<Sender, 'id' | 'gone'>;

/** Makes the pictures that people send, by turns. */
export interface Pictures {
  /**
   * The same picture, upright, at its size and moving if it does, without where and with what it was taken; undefined for what
   * is none.
   * @param read gives what was sent; not before it is this picture's turn, so that those that wait take no room
   * @throws AppError invalid with a text for `file` where it is damaged, takes too long or has too many pixels; unavailable
   *   where too many wait
   */
  anew(sender: Asking, read: () => Promise<Buffer>): Promise<({ format: PictureFormat } & PictureOf) | undefined>;
  /**
   * A person's picture: an upright square WebP. What the sender calls the type counts for nothing.
   * @throws AppError unsupported_type for what is none; as `anew`
   */
  square(sender: Asking, content: Buffer): Promise<Buffer>;
}

type PictureOf = Omit<MadePicture, 'content'> & { content: Buffer };

/** @param maker is asked for as many at once as there are turns for pictures */
export function createPictures(maker: PictureMaker, { quickPictures, largePictures }: SharedWork): Pictures {
  const make = async (job: PictureJob): Promise<PictureOf> => {
    const result = await maker.make(job);
    if ('damaged' in result) throw invalid({ file: 'This picture is damaged and cannot be read' });
    return { ...result.made, content: Buffer.from(result.made.content) };
  };
  return {
    anew: async ({ id, gone }, read) => {
      const quick = await quickPictures.take(
        id,
        async () => {
          const content = await read();
          const looks = await lookAt(content, { animated: true });
          if (looks === undefined || looks.pixels > QUICK_PIXELS) return looks;
          return { format: looks.format, ...(await make({ make: 'anew', format: looks.format, content })) };
        },
        gone,
      );
      if (quick === undefined || 'content' in quick) return quick;
      const { format } = quick;
      const large = async () => make({ make: 'anew', format, content: await read() });
      return { format, ...(await largePictures.take(id, large, gone)) };
    },
    square: ({ id, gone }, content) =>
      quickPictures.take(
        id,
        async () => {
          const looks = await lookAt(content);
          if (looks === undefined)
            throw new AppError('unsupported_type', 'This is not a PNG, JPEG, WebP or GIF picture, or it is damaged.');
          return (await make({ make: 'square', format: looks.format, content })).content;
        },
        gone,
      ),
  };
}
