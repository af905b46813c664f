import { createLogger } from '../log.ts';
import type { Db } from './connect.ts';
import { createReadRouter } from './standby.ts';

const primary = { name: 'primary' } as unknown as Db;
const replica = { name: 'replica' } as unknown as Db;

/** Reads with a replica that fails, and records the reported failures and the databases that were read. */
function failingWith(error: Error) {
  const failures: unknown[] = [];
  const standby = {
    db: replica,
    state: () => ({ isUsed: true, reason: '' }),
    reportSuccess: () => undefined,
    reportFailure: (failure: unknown) => void failures.push(failure),
    onChange: () => undefined,
  };
  const databases: Db[] = [];
  const router = createReadRouter(primary, standby, createLogger({ logLevel: 'silent' }), async () => false);
  const read = () =>
    router.read(undefined, async (db) => {
      databases.push(db);
      if (db === replica) throw error;
      return 'found';
    });
  return { failures, databases, read };
}

const withCode = (code: string) => Object.assign(new Error('failed'), { code, severity: 'ERROR' });

it.each([
  ['a statement timeout', withCode('57014')],
  ['busy connections', new Error('timeout exceeded when trying to connect')],
])('a read that fails on the replica with %s is not repeated on the primary', async (_reason, error) => {
  const { failures, databases, read } = failingWith(error);
  await expect(read()).rejects.toBe(error);
  expect([failures, databases]).toEqual([[error], [replica]]);
});

it.each([
  ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['a recovery conflict', withCode('40001')],
])('a read that fails on the replica with %s is repeated on the primary', async (_reason, error) => {
  const { failures, databases, read } = failingWith(error);
  expect(await read()).toBe('found');
  expect([failures, databases]).toEqual([[error], [replica, primary]]);
});
