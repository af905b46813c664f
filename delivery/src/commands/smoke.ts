import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DeliveryError } from '@solvent/releases';
import { serveBuild } from '../release/serve-build.ts';
import type { Context } from './context.ts';

/** Exit code of e2e/run.mjs if tests failed. Any other code except 0 means that the tests did not run to their end. */
const TESTS_FAILED_EXIT_CODE = 1;

/**
 * Runs the smoke tests of the e2e package with a build as an override of the live version. The tests print their failures.
 * @param folder folder of the build, from which it is served during the tests
 * @returns whether the tests pass
 * @throws DeliveryError if the tests cannot run
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
    if (code !== 0 && code !== TESTS_FAILED_EXIT_CODE)
      throw new DeliveryError('The smoke tests could not be run, so nothing is published: see above, or add --no-smoke.');
    return code === 0;
  } finally {
    await server.close();
  }
}
