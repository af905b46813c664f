import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DeliveryError } from '@solvent/releases';
import { serveBuild } from '../release/serve-build.ts';
import type { Context } from './context.ts';

/**
 * Runs the smoke tests of the e2e package with a build in the place of the live one.
 *
 * @param folder of the build: it is served from there while they run
 * @throws DeliveryError where they fail
 */
export async function runSmokeTests({ root, env, print }: Context, name: string, folder: string): Promise<void> {
  if (name === 'shell')
    throw new DeliveryError('--smoke puts a remote into the live shell: for the shell itself run "npm test -- --only e2e".');
  const program = join(root, 'node_modules/pnpm/bin/pnpm.cjs');
  if (!existsSync(program)) throw new DeliveryError('The smoke tests need the installed workspace: run "pnpm install" first.');
  const server = await serveBuild(folder);
  try {
    print(`Smoke tests with ${name} from ${server.origin} …`);
    const args = [program, '--filter', '@solvent/e2e', 'run', 'smoke', '--remote', `${name}=${server.origin}`];
    const tests = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
    const [code] = await once(tests, 'exit');
    if (code !== 0)
      throw new DeliveryError(`The smoke tests fail with this build of ${name} in place, so it is not published: see above.`);
  } finally {
    await server.close();
  }
}
