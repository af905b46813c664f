import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STORAGE } from '@solvent/contracts';
import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { rateLimits } from './schema.ts';
import type { AppError } from '../errors/app-error.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { createLimits } from './limits.ts';
import { LIMITS, limitOf } from './limits-table.ts';
import type { LimitName } from './limits-table.ts';
import { API_FOLDER } from '../config/api-folder.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.db.delete(rateLimits));
afterAll(() => database.close());

/** Longer (ms) than any machine that runs this is busy: a server that counts by itself is tested by itself. */
const TIMEOUT = 20_000;

const limitsOn = (db = database.db, rateLimitFactor = 1) =>
  createLimits({ db, redis: undefined, config: { rateLimitFactor }, timeout: TIMEOUT });
const code = (error: unknown) => (error as AppError).code;
const passed = (work: Promise<void>) =>
  work.then(
    () => true,
    (error: unknown) => {
      if (code(error) !== 'rate_limited') throw error;
      return false;
    },
  );
const used = async () =>
  (await database.db.select().from(rateLimits)).map(({ points }) => points).toSorted((one, other) => one - other);

describe('a limit', () => {
  it('lets exactly as many through as it says, of fifty at once on two servers', async () => {
    const servers = [limitsOn(), limitsOn()];
    const tries = Array.from({ length: 50 }, (_, index) =>
      passed(servers[index % 2]?.consume('bids', { ip: '192.0.2.1', account: 'ann' }) ?? Promise.reject(new Error('No server'))),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(20);
    // What was refused has not used up what the network has.
    expect(await used()).toEqual([20, 20]);
  });

  it('says how long to wait, and asks the database no more until then', async () => {
    const limits = limitsOn();
    const caller = { ip: '192.0.2.2' };
    for (let letter = 0; letter < 5; letter += 1) await limits.consume('contact', caller);
    const refusal: AppError = (await limits.consume('contact', caller).catch((error: AppError) => error)) as AppError;
    expect(refusal.message).toBe('Too many tries. Please wait 60 minutes and try again.');
    expect(refusal.retryAfter).toBeGreaterThan(3500);
    await database.db.delete(rateLimits);
    await expect(limits.consume('contact', caller)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: refusal.retryAfter,
    });
    expect(await used()).toEqual([]);
  });

  it('of uploads names what is limited, and of files leaves room for modules (product 9.17)', async () => {
    const limits = limitsOn();
    const caller = { ip: '192.0.2.20', account: 'una' };
    await limits.consume('fileUploads', caller, 120);
    await expect(limits.consume('fileUploads', caller)).rejects.toMatchObject({
      message: 'Too many pictures and files were uploaded within an hour. Please wait 60 minutes and try again.',
    });
    await limits.consume('moduleUploads', caller, 10);
    await expect(limits.consume('moduleUploads', caller)).rejects.toMatchObject({
      message: 'Too many modules and versions were uploaded within an hour. Please wait 60 minutes and try again.',
    });
  });

  it('begins anew when its time is over', async () => {
    const caller = { ip: '192.0.2.3' };
    const limits = limitsOn();
    for (let letter = 0; letter < 5; letter += 1) await limits.consume('contact', caller);
    // Not `now()`: the column rounds to milliseconds, up as well as down, and the next statement may come within half of one.
    await database.db.update(rateLimits).set({ expiresAt: sql`now() - interval '1 second'` });
    await limits.consume('contact', caller);
    expect(await used()).toEqual([1]);
  });

  it('counts the networks around an IPv6 address, each with more room', async () => {
    const limits = limitsOn();
    const from = async (ip: string, times: number) => {
      let through = 0;
      for (let call = 0; call < times; call += 1) if (await passed(limits.consume('signUp', { ip }))) through += 1;
      return through;
    };
    // One /64 after the other of one /56, then of the /48 around it.
    expect(await from('2001:db8:1:1::1', 6)).toBe(5);
    expect(await from('2001:db8:1:1::2', 1)).toBe(0);
    let through = 5;
    for (const network of ['2', '3', '4', '5']) through += await from(`2001:db8:1:${network}::1`, 6);
    expect(through).toBe(20);
    for (let network = 1; network < 20; network += 1) through += await from(`2001:db8:1:${network.toString(16)}00::1`, 6);
    expect(through).toBe(80);
    expect(await from('2001:db8:2::1', 1)).toBe(1);
  });

  it('gives back what was no try, and never more than was taken', async () => {
    const limits = limitsOn();
    const caller = { ip: '192.0.2.4', account: 'bob' };
    await limits.consume('bids', caller, 3);
    await limits.release('bids', caller);
    expect(await used()).toEqual([2, 2]);
    await limits.release('bids', caller, 9);
    expect(await used()).toEqual([0, 0]);
    await limits.consume('bids', caller, 3);
    await limits.clear('bids', caller);
    expect(await used()).toEqual([3]);
  });
});

it('while the store of the counts is away, a server counts by itself', async () => {
  const gone = await openTestDatabase();
  await gone.close();
  const limits = limitsOn(gone.db);
  const tries = Array.from({ length: 50 }, () => passed(limits.consume('bids', { ip: '192.0.2.5', account: 'cyd' })));
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(20);
});

describe('docs/limits.md', () => {
  const WORDS: Record<number, string> = {
    10: 'in 10 seconds',
    60: 'a minute',
    900: 'in 15 minutes',
    3600: 'an hour',
    86_400: 'a day',
  };
  const words = (allowance: { points: number; seconds: number } | undefined) => {
    if (allowance === undefined) return '';
    const amount = allowance.points === STORAGE.maxBytesPerDay ? '1 GB' : String(allowance.points);
    return `${amount} ${WORDS[allowance.seconds]}`;
  };

  it('has every limit with its numbers (product 9.17)', () => {
    const lines = readFileSync(join(API_FOLDER, '..', 'docs/limits.md'), 'utf8').split('\n');
    const rows = lines.filter((line) => line.startsWith('| `')).map((line) => line.split('|').map((cell) => cell.trim()));
    const written = Object.fromEntries(
      rows.map(([, name = '', , ...numbers]) => [name.replaceAll('`', ''), numbers.slice(0, 2)]),
    );
    const names = Object.keys(LIMITS) as LimitName[];
    const inCode = names.map((name): [string, string[]] => {
      const { account, network, visitors, accountFromNetwork } = limitOf(name);
      const ofPerson = account ?? accountFromNetwork;
      // Of a limit by account, a network has more for all who are signed in there; wrong passwords are counted by both.
      const ofVisitors = visitors ?? (ofPerson === undefined || name === 'signIn' ? network : undefined);
      return [name, [words(ofPerson), words(ofVisitors)]];
    });
    expect(Object.fromEntries(inCode)).toEqual(written);
  });
});
