import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ObjectStore } from '@solvent/object-store';
import { ROOT } from '@solvent/setup/root';
import type { PasswordHasher } from './features/accounts/index.ts';
import { StartupError } from './platform/config/startup-error.ts';
import type { Db } from './platform/db/connect.ts';

export interface DemoDeps {
  db: Db;
  files: ObjectStore;
  passwords: PasswordHasher;
  minProblems: number;
  onStep?: ((detail: string) => void) | undefined;
}

/** The module of `dev/demo`, which servers in production never load. */
export interface Demo {
  /** Fills an empty database. @returns false if it already has users and complete data */
  seed(deps: DemoDeps): Promise<boolean>;
}

const BUNDLE = join(ROOT, 'dev/demo/dist/demo.js');

export async function loadDemo(bundle = BUNDLE): Promise<Demo> {
  if (!existsSync(bundle))
    throw new StartupError('SEED is demo, and the demo data is not built here: run "pnpm build" first, or set SEED to none.');
  return (await import(/* webpackIgnore: true */ pathToFileURL(bundle).href)) as Demo;
}
