import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runStep } from '../../../scripts/setup/run-step.mjs';
import { ROOT } from '../root.ts';

export interface NextRelease {
  /** Folder of the API with another version and one more migration. */
  api: string;
  version: string;
  remote: { name: string; version: string; dist: string };
}

const VERSION = '1.0.1';
const REMOTE = 'toolbox';
const VERSION_PATTERN = /version: (['"])1\.0\.0\1/;

/** Adds columns, which the running servers do not use, to busy tables. */
const MIGRATION = ['problems', 'bids', 'messages', 'sessions', 'users']
  .map((table) => `ALTER TABLE "${table}" ADD COLUMN "next_release" text;`)
  .join('--> statement-breakpoint\n');

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

async function addMigration(folder: string): Promise<void> {
  const file = join(folder, 'meta/_journal.json');
  // the format of drizzle-kit's journal
  const journal = JSON.parse(await readFile(file, 'utf8')) as Journal;
  const last = journal.entries.at(-1);
  if (last === undefined) throw new Error('There are no migrations.');
  const next = { ...last, idx: last.idx + 1, when: last.when + 1, tag: 'next_release' };
  await writeFile(file, JSON.stringify({ ...journal, entries: [...journal.entries, next] }));
  await writeFile(join(folder, `${next.tag}.sql`), MIGRATION);
}

async function copyApi(folder: string): Promise<void> {
  for (const part of ['dist', 'migrations', 'package.json'])
    await cp(join(ROOT, 'api', part), join(folder, part), { recursive: true });
  await symlink(join(ROOT, 'api/node_modules'), join(folder, 'node_modules'));
  const main = join(folder, 'dist/main.js');
  const program = await readFile(main, 'utf8');
  if (!VERSION_PATTERN.test(program)) throw new Error('The build of the API contains no version.');
  await writeFile(main, program.replace(VERSION_PATTERN, `version: '${VERSION}'`));
  await addMigration(join(folder, 'migrations'));
}

async function buildNextRemote(dist: string): Promise<NextRelease['remote']> {
  const version = `${VERSION}-0f1e2d3c`;
  const folder = join(ROOT, `mf-${REMOTE}`);
  const config = join(ROOT, 'e2e/src/setup/marked.config.mjs');
  const command = ['node', join(folder, 'node_modules/@rspack/cli/bin/rspack.js'), 'build', '--config', config];
  const options = { cwd: folder, env: { RELEASE_VERSION: version } };
  const { code, output } = await runStep([...command, '--output-path', dist], options);
  if (code !== 0) throw new Error(`The next version of ${REMOTE} could not be built: ${output}`);
  return { name: REMOTE, version, dist };
}

export async function buildNextRelease(folder: string): Promise<NextRelease> {
  const api = join(folder, 'api');
  await mkdir(api, { recursive: true });
  const [remote] = await Promise.all([buildNextRemote(join(folder, REMOTE)), copyApi(api)]);
  return { api, version: VERSION, remote };
}
