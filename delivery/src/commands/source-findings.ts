import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Finding } from '../release/check/finding.ts';
import type { Context } from './context.ts';

/** Runs `pnpm check` on the sources of a build, because the build checks no types, lint or boundaries. */
export function checkSources({ root, env }: Context, name: string): Promise<Finding[]> {
  const args = [join(root, 'scripts/check.mjs'), name];
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: root, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      done(error ? [{ rule: 'sources', message: `${name} is not sound.\n${stdout}${stderr}`.trimEnd() }] : []);
    });
  });
}
