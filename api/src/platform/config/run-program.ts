import { printable } from '@solvent/contracts';
import { loadEnvFile } from '../../../../scripts/setup/env-file.mjs';
import { StartError } from '../../../../scripts/setup/start-error.mjs';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { StartupError } from './startup-error.ts';

/** The environment of a program, with the settings of its file. */
export interface Environment {
  env: NodeJS.ProcessEnv;
  /** The file that settings were read from; undefined: there is none. */
  file: string | undefined;
  /** Parses the settings. @throws StartupError naming each that is wrong */
  config(): Config;
}

/**
 * Runs a program. It loads its environment when it needs it, so that help needs no settings. What a person can mend is reported in a
 * sentence, or one for each thing that is wrong (none where the program has reported it), with exit code 1 or the error's own.
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
