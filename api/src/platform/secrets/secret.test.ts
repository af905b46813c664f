import { openTestDatabase } from '../../testing/test-database.ts';
import type { Database } from '../db/database.ts';
import { secret } from './secret.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('secret', () => {
  it('is one, of 256 bits, however many ask for it first', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => secret(database.db, 'links')));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
  });

  it('is another one for another use', async () => {
    expect(await secret(database.db, 'one')).not.toEqual(await secret(database.db, 'other'));
  });
});
