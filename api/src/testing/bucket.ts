import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** A bucket on this machine. */
export interface TestBucket {
  /** As `FILES_URL` takes it. */
  url: string;
  /** The store is gone until it is brought back; what it holds stays. */
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
  close(): Promise<void>;
}

/** Starts an S3-compatible store with an empty bucket. The store knows one key, which it calls S3RVER. */
export async function openTestBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'solvent-test-bucket-'));
  const options = { address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'solvent-files' }] };
  let server = new S3rver({ ...options, port: 0 });
  const { port } = await server.run();
  return {
    url: `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/solvent-files?region=eu-central-1`,
    takeAway: () => server.close(),
    bringBack: async () => {
      server = new S3rver({ ...options, port });
      await server.run();
    },
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
