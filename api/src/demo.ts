import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ObjectStore } from '@solvent/object-store';
import { ROOT } from '../../scripts/setup/root.mjs';
import type { PasswordHasher } from './features/accounts/auth/passwords.ts';
import { StartupError } from './platform/config/startup-error.ts';
import type { Db } from './platform/db/connect.ts';

/** What fills a database needs this. */
export interface DemoDeps {
  /** For statements that take long. */
  db: Db;
  files: ObjectStore;
  passwords: PasswordHasher;
  /** So many problems there are at least: generated ones are added. */
  minProblems: number;
  /** Receives each step of the loading. */
  onStep?: ((detail: string) => void) | undefined;
}

/** The demo data, as `dev/demo` exports it: no server carries it, and one in production never loads it. */
export interface Demo {
  /** Fills an empty database. @returns false where somebody was in it, and nothing was lacking */
  seed(deps: DemoDeps): Promise<boolean>;
}

const BUILT = join(ROOT, 'dev/demo/dist/demo.js');

/** Loads what fills the database, which is built apart. @throws StartupError where it is not built */
export async function loadDemo(built = BUILT): Promise<Demo> {
  if (!existsSync(built))
    throw new StartupError('SEED is demo, and the demo data is not built here: run "pnpm build" first, or set SEED to none.');
  // It is built of the sources that name this interface.
  return (await import(/* webpackIgnore: true */ pathToFileURL(built).href)) as Demo;
}
