import { parseArgs } from 'node:util';
import { createPasswordHasher } from './features/accounts/auth/passwords.ts';
import type { Config } from './platform/config/config.ts';
import { runProgram } from './platform/config/run-program.ts';
import { StartupError } from './platform/config/startup-error.ts';
import { openDatabase } from './platform/db/database.ts';
import { createFiles } from './platform/objects/files.ts';
import { addProblems } from './seed/add-problems.ts';
import { seedDemo } from './seed/seed-demo.ts';

const MOST = 1_000_000;

function countOf(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MOST) return count;
  throw new StartupError(
    `--count must be a whole number from 1 to ${MOST}, for example: pnpm --filter @solvent/api many-problems -- --count 10000`,
  );
}

function asked(): number {
  // `pnpm run x -- --count 1` hands the two dashes on.
  const args = process.argv.slice(2).filter((arg) => arg !== '--');
  try {
    return countOf(parseArgs({ args, options: { count: { type: 'string', default: '10000' } } }).values.count);
  } catch (error) {
    throw error instanceof StartupError ? error : new StartupError(error instanceof Error ? error.message : String(error));
  }
}

/** The program: puts generated problems into the database that the settings name. No server may hold the embedded one. */
async function main(config: Config): Promise<void> {
  const count = asked();
  if (config.env === 'production')
    throw new StartupError(
      'NODE_ENV is production, where generated problems and demo accounts have no place: name another database.',
    );
  const fail = (error: Error) => {
    throw error;
  };
  const database = await openDatabase(config, { onIdleError: fail, onFatal: fail });
  const started = Date.now();
  try {
    await database.maintain(async (db) => {
      await seedDemo({ db, files: createFiles(config), passwords: createPasswordHasher(config.passwordCost) });
      await addProblems(db, count);
    });
  } finally {
    await database.close();
  }
  process.stdout.write(`Added ${count} problems in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`);
}

runProgram(main);
