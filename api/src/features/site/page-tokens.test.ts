import { openTestDatabase } from '../../testing/test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import { createPageTokens } from './page-tokens.ts';
import type { PageTokens } from './page-tokens.ts';

let database: Database;
let tokens: PageTokens;
beforeAll(async () => {
  database = await openTestDatabase();
  tokens = await createPageTokens(database.db, { channel: 'production', env: 'production' });
});
afterAll(() => database.close());

const getNetwork = (ip: string, by = tokens) => by.read(by.create(7, ip))?.network;

describe('a page’s token', () => {
  it('contains the revision, the time and a random id', () => {
    const before = Date.now();
    const [one, other] = [tokens.create(7, '192.0.2.1'), tokens.create(7, '192.0.2.1')];
    expect(one).toHaveLength(47);
    expect(tokens.read(one)).toMatchObject({ revision: 7, network: tokens.read(other)?.network });
    expect(tokens.read(one)?.createdAt.getTime()).toBeGreaterThan(before - 1000);
    expect(tokens.read(one)?.createdAt.getTime()).toBeLessThanOrEqual(Date.now());
    expect(tokens.read(one)?.id).toBe(tokens.read(one)?.id);
    expect(tokens.read(one)?.id).not.toBe(tokens.read(other)?.id);
  });

  it('is valid on all servers of the deployment, and invalid in another deployment or channel', async () => {
    const other = await openTestDatabase();
    const token = tokens.create(7, '192.0.2.1');
    const readWith = async ({ db }: Database, channel: string) =>
      (await createPageTokens(db, { channel, env: 'production' })).read(token);
    expect(await readWith(database, 'production')).toEqual(tokens.read(token));
    expect(await readWith(database, 'staging')).toBeUndefined();
    expect(await readWith(other, 'production')).toBeUndefined();
    await other.close();
  });

  it('is invalid if any bit is changed', () => {
    const bytes = Buffer.from(tokens.create(7, '192.0.2.1'), 'base64url');
    const tampered = Array.from({ length: bytes.length * 8 }, (_none, bit) =>
      Buffer.from(bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))).toString('base64url'),
    );
    expect(tampered.filter((token) => tokens.read(token) !== undefined)).toEqual([]);
  });

  it('has the same network for an IPv6 /48, and for an IPv4 address', () => {
    expect(getNetwork('2001:db8:1:2::3')).toBe(getNetwork('2001:db8:1:ffff::1'));
    expect(getNetwork('2001:db8:1::1')).not.toBe(getNetwork('2001:db8:2::1'));
    expect(getNetwork('192.0.2.1')).not.toBe(getNetwork('192.0.2.2'));
    expect(getNetwork('::ffff:192.0.2.1')).toBe(getNetwork('192.0.2.1'));
  });

  it('has a random network for local pages in development only', async () => {
    const own = await createPageTokens(database.db, { channel: 'production', env: 'development' });
    const numbers = (by: PageTokens) => new Set(['127.0.0.1', '127.0.0.1', '::1', '::1'].map((ip) => getNetwork(ip, by)));
    expect(numbers(own).size).toBeGreaterThan(2);
    expect(numbers(tokens).size).toBe(2);
    expect(getNetwork('192.0.2.1', own)).toBe(getNetwork('192.0.2.1', own));
  });
});
