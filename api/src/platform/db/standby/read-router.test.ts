import { createLogger } from '../../log.ts';
import type { Db } from '../connect.ts';
import { createReadRouter } from './read-router.ts';
import type { Standby } from './standby.ts';

const primary = { name: 'primary' } as unknown as Db;
const replica = { name: 'replica' } as unknown as Db;

/** Reads with a replica that fails with this error; what it was told, and where was read. */
function failingWith(error: Error) {
  const told: unknown[] = [];
  const standby: Standby = {
    db: replica,
    state: () => ({ isUsed: true, reason: '' }),
    reportSuccess: () => undefined,
    reportFailure: (failure) => void told.push(failure),
    onChange: () => undefined,
    close: async () => undefined,
  };
  const readAt: Db[] = [];
  const reads = createReadRouter(primary, standby, createLogger({ logLevel: 'silent' }), async () => false);
  const read = () =>
    reads.read(undefined, async (db) => {
      readAt.push(db);
      if (db === replica) throw error;
      return 'found';
    });
  return { told, readAt, read };
}

const withCode = (code: string) => Object.assign(new Error('said'), { code, severity: 'ERROR' });

it.each([
  ['that the statement took too long', withCode('57014')],
  ['that all connections are busy', new Error('timeout exceeded when trying to connect')],
])('a replica that says %s is not followed by the database itself', async (_what, error) => {
  const { told, readAt, read } = failingWith(error);
  await expect(read()).rejects.toBe(error);
  expect([told, readAt]).toEqual([[error], [replica]]);
});

it.each([
  ['is not there', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['gives up what stands in the way of what it replays', withCode('40001')],
])('where the replica %s, the database itself is read', async (_what, error) => {
  const { told, readAt, read } = failingWith(error);
  expect(await read()).toBe('found');
  expect([told, readAt]).toEqual([[error], [replica, primary]]);
});
