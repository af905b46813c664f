import { jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STORAGE } from '@solvent/contracts';
import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { rateLimits } from '../schema.ts';
import type { AppError } from '../errors/app-error.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { createLimits } from './limits.ts';
import { LIMITS, getLimit } from './limits-table.ts';
import type { LimitName } from './limits-table.ts';
import { API_FOLDER } from '../config/product.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.db.delete(rateLimits));
afterAll(() => database.close());

/** Long enough that the fallback without the database is used only in its own test. */
const TIMEOUT_MS = 20_000;

const limitsOn = (db = database.db, rateLimitFactor = 1) =>
  createLimits({ db, redis: undefined, config: { rateLimitFactor }, timeoutMs: TIMEOUT_MS });
const isAllowed = (work: Promise<void>) =>
  work.then(
    () => true,
    (error: unknown) => {
      if ((error as AppError).code !== 'rate_limited') throw error;
      return false;
    },
  );
const usedPoints = async () =>
  (await database.db.select().from(rateLimits)).map(({ points }) => points).toSorted((one, other) => one - other);

describe('a limit', () => {
  it('allows exactly its number of fifty concurrent requests on two servers', async () => {
    const servers = [limitsOn(), limitsOn()];
    const tries = Array.from({ length: 50 }, (_, index) =>
      isAllowed(
        servers[index % 2]?.consume('bids', { ip: '192.0.2.1', account: 'ann' }) ?? Promise.reject(new Error('No server')),
      ),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(20);
    // Refused requests do not count against the network.
    expect(await usedPoints()).toEqual([20, 20]);
  });

  it('counts a request of an account and its networks in one statement', async () => {
    const query = jest.spyOn(database.db.$client, 'query');
    await limitsOn().consume('bids', { ip: '2001:db8:9::1', account: 'dan' });
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
    expect(await usedPoints()).toEqual([1, 1, 1, 1]);
  });

  it('reports how long to wait, and does not query the database until then', async () => {
    const limits = limitsOn();
    const caller = { ip: '192.0.2.2' };
    for (let request = 0; request < 5; request += 1) await limits.consume('contact', caller);
    const refusal: AppError = (await limits.consume('contact', caller).catch((error: AppError) => error)) as AppError;
    expect(refusal.message).toBe('Too many tries. Please wait 60 minutes and try again.');
    expect(refusal.retryAfter).toBeGreaterThan(3500);
    await database.db.delete(rateLimits);
    await expect(limits.consume('contact', caller)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: refusal.retryAfter,
    });
    expect(await usedPoints()).toEqual([]);
  });

  it('for uploads is named in the message, and is separate for files and modules (product 9.17)', async () => {
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

  it('starts again when its period ends', async () => {
    const caller = { ip: '192.0.2.3' };
    const limits = limitsOn();
    for (let request = 0; request < 5; request += 1) await limits.consume('contact', caller);
    // Not `now()`: the column rounds to milliseconds, and may round up.
    await database.db.update(rateLimits).set({ expiresAt: sql`now() - interval '1 second'` });
    await limits.consume('contact', caller);
    expect(await usedPoints()).toEqual([1]);
  });

  it('counts the networks that contain an IPv6 address, with a higher limit for larger ones', async () => {
    const limits = limitsOn();
    const from = async (ip: string, times: number) => {
      let allowed = 0;
      for (let call = 0; call < times; call += 1) if (await isAllowed(limits.consume('signUp', { ip }))) allowed += 1;
      return allowed;
    };
    // Several /64 of one /56, then of the /48 that contains it.
    expect(await from('2001:db8:1:1::1', 6)).toBe(5);
    expect(await from('2001:db8:1:1::2', 1)).toBe(0);
    let total = 5;
    for (const network of ['2', '3', '4', '5']) total += await from(`2001:db8:1:${network}::1`, 6);
    expect(total).toBe(20);
    for (let network = 1; network < 20; network += 1) total += await from(`2001:db8:1:${network.toString(16)}00::1`, 6);
    expect(total).toBe(80);
    expect(await from('2001:db8:2::1', 1)).toBe(1);
  });

  it('releases points, and never more than were consumed', async () => {
    const limits = limitsOn();
    const caller = { ip: '192.0.2.4', account: 'bob' };
    await limits.consume('bids', caller, 3);
    await limits.release('bids', caller);
    expect(await usedPoints()).toEqual([2, 2]);
    await limits.release('bids', caller, 9);
    expect(await usedPoints()).toEqual([0, 0]);
    await limits.consume('bids', caller, 3);
    await limits.clear('bids', caller);
    expect(await usedPoints()).toEqual([3]);
  });
});

it('a server applies its limits by itself while their store is unavailable', async () => {
  const closed = await openTestDatabase();
  await closed.close();
  const limits = limitsOn(closed.db);
  const tries = Array.from({ length: 50 }, () => isAllowed(limits.consume('bids', { ip: '192.0.2.5', account: 'cyd' })));
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
      const { account, network, visitors, accountFromNetwork } = getLimit(name);
      const ofUser = account ?? accountFromNetwork;
      // The higher limit of a network for signed-in users is not documented; failed sign-ins have both limits.
      const ofVisitors = visitors ?? (ofUser === undefined || name === 'signIn' ? network : undefined);
      return [name, [words(ofUser), words(ofVisitors)]];
    });
    expect(Object.fromEntries(inCode)).toEqual(written);
  });
});
