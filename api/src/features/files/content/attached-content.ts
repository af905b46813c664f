import { isUtf8 } from 'node:buffer';
import { documentKind, looksLikePicture, pictureKind } from './kinds.ts';
import type { Kind } from './kinds.ts';
import type { Sender } from '../incoming/sender.ts';
import type { Pictures } from './pictures.ts';

/** What is kept of a file that somebody attaches. */
interface Attached extends Kind {
  content: Buffer;
}

/**
 * What is kept of an attached file; its content says what it is, never its sender. Pictures are made anew, without where and
 * with what they were taken; PDFs and texts stay as they are: nobody opens them on this site.
 * @throws AppError unsupported_type with what is taken; as `Pictures.anew`
 */
export async function attachedContent(
  pictures: Pictures,
  sender: Sender,
  sent: { name: string; content: Buffer },
): Promise<Attached> {
  const { content } = sent;
  const picture = looksLikePicture(content) ? await pictures.anew(sender, async () => content) : undefined;
  if (picture !== undefined) return { ...pictureKind(sent.name, picture.format), content: picture.content };
  return { ...documentKind(sent.name, { head: content, isText: isUtf8(content) && !content.includes(0) }), content };
}
