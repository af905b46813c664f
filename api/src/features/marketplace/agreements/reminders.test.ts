import { eq } from 'drizzle-orm';
import { agreements } from './schema.ts';
import { remindOfPayments } from './reminders.ts';
import { act, setStatus, toldTo, underWay } from '../../../testing/agreements.ts';
import type { UnderWay } from '../../../testing/agreements.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { testOutbox } from '../../../testing/test-outbox.ts';

const DAY = 24 * 3_600_000;

let test: TestApp;
let its: UnderWay;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  its = await underWay(test);
  await setStatus(test, its.seeker, its.problemId, 'solved');
});
afterAll(() => test.close());

const ago = (days: number) => new Date(Date.now() - days * DAY);
const set = (columns: Partial<typeof agreements.$inferInsert>) =>
  test.db.update(agreements).set(columns).where(eq(agreements.id, its.id));
const remind = () => remindOfPayments({ db: test.db, transact: testOutbox(test.db).transact });
const reminded = async (as: UnderWay['seeker'], title: string) => (await toldTo(test, as)).filter((told) => told.title === title);

describe('a payment that is not said', () => {
  it('is asked for after a week, once', async () => {
    await set({ solvedAt: ago(6.9) });
    await remind();
    expect(await reminded(its.seeker, 'Payment to be said')).toEqual([]);
    await set({ solvedAt: ago(7.1) });
    await remind();
    await remind();
    expect(await reminded(its.seeker, 'Payment to be said')).toEqual([
      {
        type: 'paid',
        title: 'Payment to be said',
        message: `"${its.title}" is solved for a week. Say so once you have paid $120`,
      },
    ]);
    expect(await reminded(its.solver, 'Payment to be confirmed')).toEqual([]);
  });

  it('is asked for once by any number of servers', async () => {
    await set({ solvedAt: ago(8) });
    await Promise.all(Array.from({ length: 10 }, remind));
    expect(await reminded(its.seeker, 'Payment to be said')).toHaveLength(1);
  });

  it('is not asked for once it was said', async () => {
    await act(test, its.seeker, its.id, 'PUT paid');
    await set({ solvedAt: ago(8) });
    await remind();
    expect(await reminded(its.seeker, 'Payment to be said')).toEqual([]);
  });
});

describe('a payment that is not confirmed', () => {
  it('is asked for a week after it was said, once', async () => {
    await act(test, its.seeker, its.id, 'PUT paid');
    await set({ paidAt: ago(6.9), solvedAt: ago(20) });
    await remind();
    expect(await reminded(its.solver, 'Payment to be confirmed')).toEqual([]);
    await set({ paidAt: ago(7.1) });
    await remind();
    await remind();
    expect(await reminded(its.solver, 'Payment to be confirmed')).toEqual([
      {
        type: 'paid',
        title: 'Payment to be confirmed',
        message: `It was said a week ago that $120 for "${its.title}" is paid. Confirm it once it is there`,
      },
    ]);
    expect(await reminded(its.seeker, 'Payment to be said')).toEqual([]);
  });

  it('is not asked for once it came', async () => {
    await act(test, its.seeker, its.id, 'PUT paid');
    await act(test, its.solver, its.id, 'PUT received');
    await set({ paidAt: ago(8) });
    await remind();
    expect(await reminded(its.solver, 'Payment to be confirmed')).toEqual([]);
  });
});
