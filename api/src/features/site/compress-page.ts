import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptsCoding } from './accepts-coding.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** A page differs at each request, so it is compressed at each: quick rather than small. */
const BROTLI_QUALITY = 4;

export interface CompressedPage {
  encoding: 'br' | 'gzip' | undefined;
  body: string | Buffer;
}

/** Compresses a page the best way that the browser takes. @param accepted the header Accept-Encoding */
export async function compressPage(html: string, accepted: string | string[] | undefined): Promise<CompressedPage> {
  if (acceptsCoding(accepted, 'br')) {
    return { encoding: 'br', body: await brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }) };
  }
  if (acceptsCoding(accepted, 'gzip')) return { encoding: 'gzip', body: await gzipped(html) };
  return { encoding: undefined, body: html };
}
