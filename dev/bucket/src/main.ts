import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openTestBucket } from '@solvent/object-store/testing';
import type { TestBucket } from '@solvent/object-store/testing';

const USAGE = 'node dev/bucket/dist/main.js <folder> <name>=<port> …';

/** Runs S3-compatible buckets as a local process, for development only. The folder keeps their contents. */
async function main([folder, ...named]: string[]): Promise<void> {
  if (folder === undefined || named.length === 0) throw new Error(USAGE);
  const buckets: TestBucket[] = [];
  for (const [name = '', port] of named.map((pair) => pair.split('='))) {
    const directory = join(folder, name);
    mkdirSync(directory, { recursive: true });
    const bucket = await openTestBucket({ name, port: Number(port), directory, knowsConditions: true });
    buckets.push(bucket);
    process.stdout.write(`${bucket.url}\n`);
  }
  const stop = () => void Promise.all(buckets.map(({ close }) => close())).then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
