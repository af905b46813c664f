import { openTestDatabase } from '../../testing/test-database.ts';
import type { Database } from '../db/database.ts';
import { getSecret } from './secrets.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('creates one secret of 256 bits per name, with concurrent callers', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => getSecret(database.db, 'links')));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  expect(keys[0]).toHaveLength(32);
  expect(await getSecret(database.db, 'other')).not.toEqual(keys[0]);
});
