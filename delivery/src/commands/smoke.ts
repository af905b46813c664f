import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DeliveryError } from '@solvent/releases';
import { serveBuild } from '../release/serve-build.ts';
import type { Context } from './context.ts';

/** The exit code of e2e/run.mjs where it could not run any. */
const NOT_RUN = 2;

/**
 * Runs the smoke tests of the e2e package with a build in the place of the live one. They say by themselves what fails.
 *
 * @param folder of the build: it is served from there while they run
 * @returns whether they pass
 * @throws DeliveryError where they cannot be run
 */
export async function runSmokeTests({ root, env, print }: Context, name: string, folder: string): Promise<boolean> {
  const program = join(root, 'e2e/run.mjs');
  if (!existsSync(program))
    throw new DeliveryError(
      `The smoke tests are part of the workspace, and ${root} has no e2e/run.mjs: publish from the workspace, or add --no-smoke.`,
    );
  const server = await serveBuild(folder);
  try {
    print(`Smoke tests with ${name} from ${server.origin} …`);
    const args = [program, '--config', 'smoke.config.ts', '--remote', `${name}=${server.origin}`];
    const tests = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
    const [code] = await once(tests, 'exit');
    if (code === NOT_RUN)
      throw new DeliveryError('The smoke tests could not be run, so nothing is published: see above, or add --no-smoke.');
    return code === 0;
  } finally {
    await server.close();
  }
}
