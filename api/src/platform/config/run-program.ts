import { printable } from '@solvent/contracts';
import { loadEnvFile } from '@solvent/setup/env-file';
import { StartError } from '@solvent/setup/start-error';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { StartupError } from './startup-error.ts';

export interface Environment {
  env: NodeJS.ProcessEnv;
  /** The settings file. */
  file: string | undefined;
  config(): Config;
}

/**
 * Runs a program that loads its environment on demand, since help needs no settings. A StartError is printed without a stack.
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
