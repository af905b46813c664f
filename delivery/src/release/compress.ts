import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isCompressible } from '@solvent/federation/manifest';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Below this a response fits one packet either way. */
const WORTH_IT = 256;

export interface Variants {
  /** Undefined where compression does not pay. */
  brotli: Buffer | undefined;
  gzip: Buffer | undefined;
}

const compressed = new WeakMap<Buffer, Promise<Variants>>();

/** Compresses at the highest level, once instead of per request. */
export async function compress(path: string, bytes: Buffer): Promise<Variants> {
  if (!isCompressible(path) || bytes.length < WORTH_IT) return { brotli: undefined, gzip: undefined };
  const variants = compressed.get(bytes) ?? makeVariants(bytes);
  compressed.set(bytes, variants);
  return variants;
}

async function makeVariants(bytes: Buffer): Promise<Variants> {
  const [small, fair] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    gzipped(bytes, { level: 9 }),
  ]);
  const ifSmaller = (variant: Buffer) => (variant.length < bytes.length ? variant : undefined);
  return { brotli: ifSmaller(small), gzip: ifSmaller(fair) };
}
