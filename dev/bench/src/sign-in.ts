import { APP_KEY_HEADER } from '@solvent/contracts';
import { createVerifiedUser } from '../../../api/src/features/accounts/auth/users.ts';
import type { Config } from '../../../api/src/platform/config/config.ts';
import type { Ports } from '../../../api/src/app.ts';
import type { App } from '../../../api/src/platform/http/app.ts';
import { withApp } from './bench-app.ts';
import { compare } from './compare.ts';
import type { Times } from './compare.ts';

/** Attempts for each kind of address. */
const TRIES_PER_KIND = 200;
const WARM_UP = 10;
/** Maximum difference between the slowest and the fastest median (0.1 is 10 %). */
const MAX_SPREAD = 0.1;

/** Addresses of the sign-in attempts, all with a wrong password. */
const ADDRESSES = {
  unknown: 'nobody@example.com',
  known: 'known@example.com',
  'known, without a password': 'social@example.com',
  'signed up, not confirmed': 'pending@example.com',
} as const;
type Kind = keyof typeof ADDRESSES;
const KINDS = ['unknown', 'known', 'known, without a password', 'signed up, not confirmed'] as const satisfies Kind[];

const PASSWORD = 'correct-horse-battery-9';

async function post(app: App, config: Config, path: string, payload: object): Promise<number> {
  const url = `/api/auth/${path}`;
  return (await app.inject({ method: 'POST', url, headers: { [APP_KEY_HEADER]: config.appKey }, payload })).statusCode;
}

async function addPeople(app: App, { db, config, passwords }: Ports): Promise<void> {
  const person = { name: 'Person', role: 'seeker' } as const;
  await createVerifiedUser(db, { ...person, email: ADDRESSES.known, passwordHash: await passwords.hash(PASSWORD) });
  await createVerifiedUser(db, { ...person, email: ADDRESSES['known, without a password'], passwordHash: null });
  const signUp = { ...person, email: ADDRESSES['signed up, not confirmed'], password: PASSWORD };
  const status = await post(app, config, 'signup', signUp);
  if (status !== 201) throw new Error(`Signing up answered ${status}`);
}

async function measureTime(app: App, config: Config, kind: Kind): Promise<number> {
  const started = performance.now();
  const status = await post(app, config, 'login', { email: ADDRESSES[kind], password: 'a wrong password' });
  if (status !== 401) throw new Error(`A wrong password was answered ${status}`);
  return performance.now() - started;
}

/** Alternates the kinds, so that load of the machine affects all of them. */
async function measure(app: App, config: Config): Promise<Times<Kind>> {
  const times: Times<Kind> = new Map(KINDS.map((kind) => [kind, []]));
  for (let round = -WARM_UP; round < TRIES_PER_KIND; round += 1) {
    for (const [offset] of KINDS.entries()) {
      const kind = KINDS[(round + WARM_UP + offset) % KINDS.length] ?? 'unknown';
      const time = await measureTime(app, config, kind);
      if (round >= 0) times.get(kind)?.push(time);
    }
  }
  return times;
}

/**
 * Measures whether the time of a rejected sign-in reveals that an address has an account. Uses the whole application with the real
 * cost of passwords.
 */
await withApp(async (app, ports) => {
  await addPeople(app, ports);
  const { table, spread } = compare(await measure(app, ports.config), 'unknown');
  process.stdout.write(`Time of a refused sign-in, ${TRIES_PER_KIND} tries each\n${table}\n`);
  process.stdout.write(`The medians are ${(spread * 100).toFixed(1)} % apart (at most ${MAX_SPREAD * 100} %).\n`);
  if (spread > MAX_SPREAD) process.exitCode = 1;
});
