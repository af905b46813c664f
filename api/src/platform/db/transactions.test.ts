import { jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { afterCommit } from './transactions.ts';
import { openTestDatabase } from '../../testing/test-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => database.close());

describe('commit hooks', () => {
  it('do not fail the transaction if one throws: the others run, and the error is reported', async () => {
    const warned = jest.spyOn(process, 'emitWarning').mockReturnValue();
    const broken = new Error('Broken hook');
    const ran: string[] = [];
    const result = await database.db.transaction(async (tx) => {
      afterCommit(tx, () => {
        throw broken;
      });
      afterCommit(tx, () => ran.push('second'));
      return 'committed';
    });
    expect([result, ran, warned.mock.calls]).toEqual(['committed', ['second'], [[broken]]]);
  });

  it('run after the commit, unless it is rolled back', async () => {
    const ran: string[] = [];
    await database.db.transaction(async (tx) => {
      afterCommit(tx, () => ran.push('committed'));
      await tx.execute(sql`SELECT 1`);
      expect(ran).toEqual([]);
    });
    const failing = database.db.transaction(async (tx) => {
      afterCommit(tx, () => ran.push('rolled back'));
      throw new Error('Not this');
    });
    await expect(failing).rejects.toThrow('Not this');
    expect(ran).toEqual(['committed']);
  });
});
