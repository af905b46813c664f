import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { NO_SETTINGS } from '../../../scripts/test/no-settings.mjs';

export const ROOT = resolve(import.meta.dirname, '../../..');

const execute = promisify(execFile);

/** @throws Error with the program's output */
async function run(args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  try {
    const { stdout } = await execute(process.execPath, args, { cwd, env: { ...process.env, ...env } });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }; // errors of execFile have both outputs
    throw new Error(`${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}

/** Runs a command of `pnpm delivery`. @param env settings of the release store; no other ones apply */
export const deliver = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> =>
  run([join(ROOT, 'delivery/dist/main.js'), ...args], ROOT, { ...NO_SETTINGS, ...env });

/** @returns the version of a build, or undefined if there is none */
export const readVersion = (dist: string): Promise<string | undefined> =>
  readFile(join(dist, 'remote.json'), 'utf8').then(
    (text) => (JSON.parse(text) as { version: string }).version,
    () => undefined,
  );

export async function runRspack(folder: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const cli = join(dirname(createRequire(join(folder, 'package.json')).resolve('@rspack/cli/package.json')), 'bin/rspack.js');
  await run([cli, 'build', ...args], folder, env);
}

/** Marks each file: equal sources would produce equal files in every version. */
export const buildMarkedRemote = (folder: string, out: string, version: string): Promise<void> =>
  runRspack(folder, ['--config', join(import.meta.dirname, 'marked.config.mjs'), '--output-path', out], {
    RELEASE_VERSION: version,
  });
