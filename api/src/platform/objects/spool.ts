import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Holds a stream in a temporary file until all of it is there, for who must know its size before the first byte.
 * @param store is given the content again and its size in bytes; the file is gone once it is done
 */
export async function spooled(content: Readable, store: (content: Readable, size: number) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-spool-'));
  const path = join(folder, 'content');
  try {
    await pipeline(content, createWriteStream(path));
    const held = createReadStream(path);
    try {
      await store(held, (await stat(path)).size);
    } finally {
      held.destroy();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
