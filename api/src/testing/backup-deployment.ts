import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openTestBucket } from '@solvent/object-store/testing';
import type { TestBucket } from '@solvent/object-store/testing';
import { eq } from 'drizzle-orm';
import { query } from '../../../scripts/cluster/postgres.mjs';
import { findPostgresTools } from '../../../scripts/test/postgres-tools.mjs';
import { startPostgres } from '../../../scripts/test/postgres-server.mjs';
import { files as fileRows } from '../schema/index.ts';
import { createFiles } from '../platform/objects/files.ts';
import { createTestApp } from './test-app.ts';
import type { TestApp } from './test-app.ts';
import { buildApi, runSolvent, temporaryFolder } from './server-process.ts';
import { getStoredFile, upload } from './uploads.ts';

export interface AttachedFile {
  id: string;
  key: string;
  /** Deletes the row, then the object, like the product. */
  remove(): Promise<void>;
}

/** A deployment with its own PostgreSQL and bucket, and a folder for backups. */
export interface BackupDeployment {
  test: TestApp;
  files: TestBucket;
  /** Environment variables for programs. */
  settings: Record<string, string>;
  folder: string;
  /** @returns an unused path in `folder` */
  emptyFolder(): string;
  attach(text: string): Promise<AttachedFile>;
  /** @returns the URL of a new, empty database */
  addDatabase(): Promise<string>;
  run(args: string[], changes?: Record<string, string>): Promise<{ code: number | null; output: string }>;
  close(): Promise<void>;
}

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
  let [databaseCount, folderCount] = [0, 0];
  return {
    test,
    files,
    settings,
    folder,
    emptyFolder: () => join(folder, `folder-${(folderCount += 1)}`),
    async attach(text) {
      const form = [{ name: 'a.txt', content: Buffer.from(text) }];
      const { _id: id } = getStoredFile(await upload(test, seeker, form, '?purpose=attachment'));
      const isAttached = eq(fileRows.id, id);
      const [row] = await test.db.select().from(fileRows).where(isAttached);
      const key = row?.storageKey ?? '';
      return {
        id,
        key,
        async remove() {
          await test.db.delete(fileRows).where(isAttached);
          await test.ports.files.delete(key);
        },
      };
    },
    async addDatabase() {
      const name = `restored_${(databaseCount += 1)}`;
      await query(postgres.url, `CREATE DATABASE ${name}`);
      return Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
    },
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
