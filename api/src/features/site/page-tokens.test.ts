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

const networkFor = (ip: string, by = tokens) => by.read(by.create(7, ip))?.network;

describe('a page’s token', () => {
  it('says of which revision the page is, when it was made, and which it is of all', () => {
    const before = Date.now();
    const [one, other] = [tokens.create(7, '192.0.2.1'), tokens.create(7, '192.0.2.1')];
    expect(one).toHaveLength(47);
    expect(tokens.read(one)).toMatchObject({ revision: 7, network: tokens.read(other)?.network });
    // To the second.
    expect(tokens.read(one)?.createdAt.getTime()).toBeGreaterThan(before - 1000);
    expect(tokens.read(one)?.createdAt.getTime()).toBeLessThanOrEqual(Date.now());
    expect(tokens.read(one)?.id).toBe(tokens.read(one)?.id);
    expect(tokens.read(one)?.id).not.toBe(tokens.read(other)?.id);
  });

  it('is read by every server of the deployment, and by none of another one or of another channel', async () => {
    const other = await openTestDatabase();
    const token = tokens.create(7, '192.0.2.1');
    const readBy = async ({ db }: Database, channel: string) =>
      (await createPageTokens(db, { channel, env: 'production' })).read(token);
    expect(await readBy(database, 'production')).toEqual(tokens.read(token));
    expect(await readBy(database, 'staging')).toBeUndefined();
    expect(await readBy(other, 'production')).toBeUndefined();
    await other.close();
  });

  it('is of nobody’s making: each bit of it is signed', () => {
    const bytes = Buffer.from(tokens.create(7, '192.0.2.1'), 'base64url');
    const spoilt = Array.from({ length: bytes.length * 8 }, (_none, bit) =>
      Buffer.from(bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))).toString('base64url'),
    );
    expect(spoilt.filter((token) => tokens.read(token) !== undefined)).toEqual([]);
  });

  it('takes all addresses of an IPv6 /48 for one network, an IPv4 address for its own', () => {
    expect(networkFor('2001:db8:1:2::3')).toBe(networkFor('2001:db8:1:ffff::1'));
    expect(networkFor('2001:db8:1::1')).not.toBe(networkFor('2001:db8:2::1'));
    expect(networkFor('192.0.2.1')).not.toBe(networkFor('192.0.2.2'));
    expect(networkFor('::ffff:192.0.2.1')).toBe(networkFor('192.0.2.1'));
  });

  it('has a network of its own for each page on one’s own machine, in development alone', async () => {
    const own = await createPageTokens(database.db, { channel: 'production', env: 'development' });
    const numbers = (by: PageTokens) => new Set(['127.0.0.1', '127.0.0.1', '::1', '::1'].map((ip) => networkFor(ip, by)));
    expect(numbers(own).size).toBeGreaterThan(2);
    expect(numbers(tokens).size).toBe(2);
    expect(networkFor('192.0.2.1', own)).toBe(networkFor('192.0.2.1', own));
  });
});
