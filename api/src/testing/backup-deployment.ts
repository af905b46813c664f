import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openTestBucket } from '@solvent/object-store/testing';
import type { TestBucket } from '@solvent/object-store/testing';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { findPostgresTools } from '../../../scripts/test/postgres-tools.mjs';
import { startPostgres } from '../../../scripts/test/postgres-server.mjs';
import { files as fileRows } from '../features/files/schema.ts';
import { createFiles } from '../platform/objects/files.ts';
import { createTestApp } from './test-app.ts';
import type { TestApp } from './test-app.ts';
import { buildApi, runSolvent, temporaryFolder } from './server-process.ts';
import { getStoredFile, upload } from './uploads.ts';

/** Somebody's file. */
export interface AttachedFile {
  id: string;
  /** Of its object. */
  key: string;
  /** Takes it away as the product does: the row, then its bytes. */
  remove(): Promise<void>;
}

/** A deployment on a PostgreSQL and a bucket, and room for its backups. */
export interface BackupDeployment {
  test: TestApp;
  files: TestBucket;
  /** What programs are told of the deployment. */
  settings: Record<string, string>;
  /** Where backups and further data folders go. */
  folder: string;
  /** @returns a path in it where nothing is yet */
  emptyFolder(): string;
  /** Stores a file of a message or a problem, as text. */
  attach(text: string): Promise<AttachedFile>;
  /** Makes an empty database. @returns its address */
  addDatabase(): Promise<string>;
  /** Runs a command of the operator's program to its end. */
  run(args: string[], changes?: Record<string, string>): Promise<{ code: number | null; output: string }>;
  close(): Promise<void>;
}

/** Starts it. What it serves is the application in this process. */
export async function openBackupDeployment(): Promise<BackupDeployment> {
  const programs = await findPostgresTools();
  const [built, postgres, files, { path: folder, remove }] = [
    await buildApi(),
    await startPostgres(programs),
    await openTestBucket(),
    temporaryFolder(),
  ];
  const config = { bucket: files.address, dataDir: join(folder, 'data') };
  const test = await createTestApp({ server: postgres.url, config, ports: { files: createFiles(config) } });
  const releases = join(folder, 'releases');
  mkdirSync(releases);
  const settings = {
    DATABASE_URL: String(test.db.$client.options.connectionString),
    FILES_URL: files.url,
    RELEASES_DIR: releases,
    DATA_DIR: config.dataDir,
    SEED: 'none',
    LOG_LEVEL: 'error',
  };
  const seeker = await test.signedIn('seeker');
  let [made, places] = [0, 0];
  return {
    test,
    files,
    settings,
    folder,
    emptyFolder: () => join(folder, `place-${(places += 1)}`),
    async attach(text) {
      const form = [{ name: 'a.txt', content: Buffer.from(text) }];
      const { _id: id } = getStoredFile(await upload(test, seeker, form, '?purpose=attachment'));
      const isIt = eq(fileRows.id, id);
      const [row] = await test.db.select().from(fileRows).where(isIt);
      const key = row?.storageKey ?? '';
      return {
        id,
        key,
        async remove() {
          await test.db.delete(fileRows).where(isIt);
          await test.ports.files.delete(key);
        },
      };
    },
    async addDatabase() {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      const name = `restored_${(made += 1)}`;
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
    },
    // Programs of PostgreSQL are those of the server.
    run: (args, changes = {}) => runSolvent(built, { ...settings, ...changes }, args),
    async close() {
      await test.close();
      await files.close();
      await postgres.stop();
      built.remove();
      remove();
    },
  };
}
