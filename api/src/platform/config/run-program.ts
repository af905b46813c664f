import { loadEnvFile } from '../../../../scripts/setup/env-file.mjs';
import { StartError } from '../../../../scripts/setup/start-error.mjs';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';

/**
 * Runs a program on the settings of the environment and of the workspace's `.env`. What a person can mend is said in a sentence,
 * or one for each thing that is wrong, with exit code 1.
 */
export function runProgram(main: (config: Config) => Promise<void>): void {
  const run = async () => {
    loadEnvFile();
    await main(readConfig(process.env));
  };
  run().catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}
