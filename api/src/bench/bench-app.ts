import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openReleaseStore } from '@solvent/releases';
import { buildApp } from '../app.ts';
import { createPasswordHasher } from '../features/accounts/auth/passwords.ts';
import { readConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import type { Database } from '../platform/db/database.ts';
import type { Ports } from '../deps.ts';
import type { App } from '../platform/http/app.ts';
import { createPictureWorkers } from '../features/files/pictures/pictures.ts';
import { openFolder } from '@solvent/object-store';
import { createFirebaseVerifier } from '../platform/identity/firebase-verifier.ts';
import { createLogger } from '../platform/log.ts';
import { testPayments } from '../platform/payments/test-payments.ts';
import { noMail } from '../platform/mail/mail.ts';
import { PICTURES_AT_ONCE } from '../platform/turns/shared-work.ts';

const fail = (error: Error) => {
  throw error;
};

/**
 * Runs `measure` on the whole application, on an empty database: the one that `env` names, else the embedded one in a folder
 * that nobody keeps. Nothing is limited, passwords have their real cost, and who asks may say from which address. Who fills the database does it in `maintain`.
 */
export async function withApp(
  env: { DATABASE_URL?: string | undefined },
  measure: (app: App, ports: Ports, maintain: Database['maintain']) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-bench-'));
  const settings = { SEED: 'none', LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000000', TRUST_PROXY: 'loopback' };
  const config = readConfig({ ...env, ...settings, DATA_DIR: folder });
  const { db, ping, maintain, close } = await openDatabase(config, { onIdleError: fail, onFatal: fail });
  const ports: Ports = {
    config,
    db,
    ping,
    files: openFolder(join(config.dataDir, 'files')),
    identity: createFirebaseVerifier(config.identity),
    mail: noMail,
    passwords: createPasswordHasher(config.passwordCost),
    payments: testPayments,
    pictures: createPictureWorkers({ atOnce: PICTURES_AT_ONCE }),
    push: undefined,
    releases: openReleaseStore(config.releases),
    redis: undefined,
  };
  const app = await buildApp(ports, createLogger(config));
  try {
    await measure(app, ports, maintain);
  } finally {
    await app.close();
    await ports.pictures.close();
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}
