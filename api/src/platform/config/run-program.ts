import { printable } from '@solvent/contracts';
import { loadEnvFile } from '../../../../scripts/setup/env-file.mjs';
import { StartError } from '../../../../scripts/setup/start-error.mjs';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { StartupError } from './startup-error.ts';

export interface Environment {
  env: NodeJS.ProcessEnv;
  /** Path of the settings file, if there is one. */
  file: string | undefined;
  /** Parses the settings. @throws StartupError that lists every invalid one */
  config(): Config;
}

/**
 * Runs a program. The environment is loaded on demand, so that help needs no settings. A {@link StartError} is printed without a stack
 * (nothing if its message is empty).
 *
 * @param loadFile adds the settings of a file to the environment, and returns its path
 */
export function runProgram(
  main: (load: () => Environment) => Promise<void>,
  loadFile: () => string | undefined = () => loadEnvFile(),
): void {
  const { env } = process;
  const load = () => ({ file: loadFile(), env, config: () => readConfig(env) });
  main(load).catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error;
    // The message may quote foreign input, such as a name in a backup.
    const message = error.message.split('\n').map(printable).join('\n');
    if (message !== '') process.stderr.write(`${message}\n`);
    process.exit(error instanceof StartupError ? error.exitCode : 1);
  });
}
