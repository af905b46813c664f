import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { NO_SETTINGS } from '../../../scripts/test/no-settings.mjs';

export const ROOT = resolve(import.meta.dirname, '../../..');

const execute = promisify(execFile);

/** Runs a program of node. @throws Error with what it said */
async function run(args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  try {
    const { stdout } = await execute(process.execPath, args, { cwd, env: { ...process.env, ...env } });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }; // execFile's error has them
    throw new Error(`${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}

/** Runs a command of `pnpm delivery`, as a team does. @param env says where the release store is, and no other setting does */
export const deliver = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> =>
  run([join(ROOT, 'delivery/dist/main.js'), ...args], ROOT, { ...NO_SETTINGS, ...env });

/** The version of a build; undefined where there is none. */
export const readVersion = (dist: string): Promise<string | undefined> =>
  readFile(join(dist, 'remote.json'), 'utf8').then(
    (text) => (JSON.parse(text) as { version: string }).version,
    () => undefined,
  );

/** Runs "rspack build" as the package of a folder has it. */
export async function rspackBuild(folder: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const cli = join(dirname(createRequire(join(folder, 'package.json')).resolve('@rspack/cli/package.json')), 'bin/rspack.js');
  await run([cli, 'build', ...args], folder, env);
}

/** Builds a remote. @param folder of its package @param out where the build goes @param version of the release */
export const buildRemote = (folder: string, out: string, version: string): Promise<void> =>
  rspackBuild(folder, ['--output-path', out], { RELEASE_VERSION: version });

/** The same, with a mark in each file: without one, equal sources are the same files in each version. */
export const buildMarkedRemote = (folder: string, out: string, version: string): Promise<void> =>
  rspackBuild(folder, ['--config', join(import.meta.dirname, 'marked.config.mjs'), '--output-path', out], {
    RELEASE_VERSION: version,
  });
