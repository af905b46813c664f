import { isUtf8 } from 'node:buffer';
import sharp from 'sharp';
import { AppError } from '../../platform/errors/app-error.ts';
import { formatOf, makeAnew, OPTIONS, SECONDS_MAX } from './decode-picture.ts';
import type { PictureFormat } from './decode-picture.ts';
import { cleanName } from './file-name.ts';

/** What is kept of a file that somebody attaches. */
interface Attached {
  name: string;
  mimeType: string;
  content: Buffer;
}

const PICTURE_EXTENSIONS: Record<PictureFormat, string> = { png: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif' };

/** Texts keep these; another extension, which a program might run or a browser open as a page, is followed by ".txt". */
const TEXT_TYPES: Record<string, string> = {
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
};

const ACCEPTED = 'Attach PNG, JPEG, WebP or GIF pictures, PDFs, or plain texts in UTF-8 (TXT, LOG, MD, CSV, JSON, source code).';

/** The same picture, upright, at its size and moving if it does, without what the file said besides. */
const pictureAnew = (content: Buffer, format: PictureFormat) =>
  makeAnew(() =>
    sharp(content, { ...OPTIONS, animated: true })
      .autoOrient()
      .toFormat(format, format === 'jpeg' || format === 'webp' ? { quality: 90 } : {})
      .timeout({ seconds: SECONDS_MAX })
      .toBuffer(),
  );

function textName(base: string, extension: string): string {
  if (extension in TEXT_TYPES) return `${base}.${extension}`;
  return extension === '' ? `${base}.txt` : `${base}.${extension}.txt`;
}

/**
 * What is kept of an attached file; its content says what it is, never its sender. Pictures are made anew, without where and
 * with what they were taken; PDFs and texts stay as they are: nobody opens them on this site.
 * @throws AppError unsupported_type with what is taken, or invalid with a text for `file`
 */
export async function attachedContent(sent: { name: string; content: Buffer }): Promise<Attached> {
  const { content } = sent;
  const { base, extension } = cleanName(sent.name, 'attachment');
  const format = await formatOf(content, { animated: true });
  if (format !== undefined) {
    const name = `${base}.${PICTURE_EXTENSIONS[format]}`;
    return { name, mimeType: `image/${format}`, content: await pictureAnew(content, format) };
  }
  if (content.subarray(0, 5).toString('latin1') === '%PDF-') return { name: `${base}.pdf`, mimeType: 'application/pdf', content };
  if (!isUtf8(content) || content.includes(0))
    throw new AppError('unsupported_type', `This kind of file is not taken. ${ACCEPTED}`);
  return { name: textName(base, extension), mimeType: TEXT_TYPES[extension] ?? 'text/plain', content };
}
