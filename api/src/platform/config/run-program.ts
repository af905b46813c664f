import { printable } from '@solvent/contracts';
import { loadEnvFile } from '../../../../scripts/setup/env-file.mjs';
import { StartError } from '../../../../scripts/setup/start-error.mjs';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { StartupError } from './startup-error.ts';

/**
 * Runs a program on the settings of the environment and of the workspace's `.env`, which are read when it asks for them. What a person can mend is said in a sentence,
 * or one for each thing that is wrong (none where the program has said it), with exit code 1 or the error's own.
 */
export function runProgram(main: (settings: () => Config) => Promise<void>): void {
  const run = async () => {
    loadEnvFile();
    await main(() => readConfig(process.env));
  };
  run().catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error;
    // It may quote what others wrote, such as a name in a backup.
    const told = error.message.split('\n').map(printable).join('\n');
    if (told !== '') process.stderr.write(`${told}\n`);
    process.exit(error instanceof StartupError ? error.exitCode : 1);
  });
}
