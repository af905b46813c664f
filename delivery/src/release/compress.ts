import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isCompressible } from '@solvent/federation/manifest';

const brotli = promisify(brotliCompress);
const gzipBytes = promisify(gzip);

/** A smaller response fits into one packet even if it is not compressed. */
const MIN_COMPRESSED_BYTES = 256;

export interface Variants {
  /** Undefined if the file is not compressible, is too small, or does not get smaller. */
  brotli: Buffer | undefined;
  gzip: Buffer | undefined;
}

const variantsByFile = new WeakMap<Buffer, Promise<Variants>>();

/** Compresses at the highest level, once per build instead of per request. */
export async function compress(path: string, bytes: Buffer): Promise<Variants> {
  if (!isCompressible(path) || bytes.length < MIN_COMPRESSED_BYTES) return { brotli: undefined, gzip: undefined };
  const variants = variantsByFile.get(bytes) ?? createVariants(bytes);
  variantsByFile.set(bytes, variants);
  return variants;
}

async function createVariants(bytes: Buffer): Promise<Variants> {
  const [small, fair] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    gzipBytes(bytes, { level: 9 }),
  ]);
  const keepIfSmaller = (variant: Buffer) => (variant.length < bytes.length ? variant : undefined);
  return { brotli: keepIfSmaller(small), gzip: keepIfSmaller(fair) };
}
