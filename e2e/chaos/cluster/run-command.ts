import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NO_SETTINGS } from '../../../scripts/test/no-settings.mjs';
import { ROOT } from '../root.ts';

const execute = promisify(execFile);

/** Runs a command of the API's program as an operator. @returns its output @throws Error if it fails */
export async function runCommand(settings: Record<string, string>, args: string[], folder = join(ROOT, 'api')): Promise<string> {
  const env = { PATH: process.env['PATH'], ...NO_SETTINGS, ...settings };
  const { stdout } = await execute(process.execPath, [join(folder, 'dist/solvent.js'), ...args], { cwd: ROOT, env });
  return stdout;
}
