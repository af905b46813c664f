import { printable } from '@solvent/contracts';
import { loadEnvFile } from '../../../../scripts/setup/env-file.mjs';
import { StartError } from '../../../../scripts/setup/start-error.mjs';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { StartupError } from './startup-error.ts';

/** The environment of a program, including the settings file. */
export interface Environment {
  env: NodeJS.ProcessEnv;
  /** The settings file; undefined if there is none. */
  file: string | undefined;
  /** Parses the settings. @throws StartupError that lists every invalid one */
  config(): Config;
}

/**
 * Runs a program. The environment is loaded on demand, so that help needs no settings. An error that the user can correct is
 * printed as sentences without a stack (nothing if it is already reported), with exit code 1 or the error's own.
 *
 * @param loadFile adds the settings of a file to the environment @returns the file
 */
export function runProgram(
  main: (load: () => Environment) => Promise<void>,
  loadFile: () => string | undefined = () => loadEnvFile(),
): void {
  const { env } = process;
  const load = () => ({ file: loadFile(), env, config: () => readConfig(env) });
  main(load).catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error;
    // It may quote what others wrote, such as a name in a backup.
    const told = error.message.split('\n').map(printable).join('\n');
    if (told !== '') process.stderr.write(`${told}\n`);
    process.exit(error instanceof StartupError ? error.exitCode : 1);
  });
}
