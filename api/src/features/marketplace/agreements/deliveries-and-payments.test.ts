import { eq, sql } from 'drizzle-orm';
import { files } from '../../files/schema.ts';
import { act, agreementNow, agreementOf, underWay, setStatus, toldTo } from '../../../testing/agreements.ts';
import type { UnderWay } from '../../../testing/agreements.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { fileIn, upload } from '../../../testing/uploads.ts';
import { goodProblem } from '../../../testing/problems.ts';
import { agreements } from './schema.ts';
import { remindOfPayments } from './reminders.ts';
import { testOutbox } from '../../../testing/test-outbox.ts';
import { bids, problemEvents } from '../schema.ts';
import { migrationStatement } from '../../../testing/migrations.ts';
import { buildPair } from '../../../testing/solved-problems.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('files of a delivery (product 4.22)', () => {
  const WORDS = 'rows: 2 000 000';

  let its: UnderWay;
  beforeEach(async () => {
    its = await underWay(test);
  });

  async function uploaded(as: TestCaller, name = 'rows.txt'): Promise<string> {
    const part = { name, type: 'text/plain', content: Buffer.from(`${WORDS} ${name}`) };
    return fileIn(await upload(test, as, [part], '?purpose=attachment'))._id;
  }
  const deliver = (given: string[], as = its.solver) => act(test, as, its.id, 'PUT deliver', { note: 'Done', files: given });
  const REFUSED = { status: 422, body: { errors: { files: 'Please upload the file again' } } };

  describe('files of a delivery', () => {
    it('come with it in their order, by links that whoever has one reads', async () => {
      const [first, second] = [await uploaded(its.solver), await uploaded(its.solver, 'more.txt')];
      const { delivery } = agreementOf(await deliver([second, first, second]));
      expect(delivery?.files.map(({ name }) => name)).toEqual(['more.txt', 'rows.txt']);
      const { body, headers } = await test.app.inject(delivery?.files[1]?.url ?? '');
      expect(body).toContain(WORDS);
      expect(headers['cache-control']).toMatch(/^private/);
    });

    it('are for the two alone', async () => {
      const id = await uploaded(its.solver);
      await deliver([id]);
      const stranger = await underWay(test);
      const read = async (as?: TestCaller) => (await test.ask('GET', `/api/files/${id}`, { as })).status;
      const link = async (as?: TestCaller) => (await test.ask('GET', `/api/files/${id}/link`, { as })).status;
      for (const as of [its.seeker, its.solver]) expect([await read(as), await link(as)]).toEqual([200, 200]);
      for (const as of [stranger.seeker, stranger.solver]) expect([await read(as), await link(as)]).toEqual([404, 404]);
      expect([await read(), await link()]).toEqual([404, 401]);
    });

    it('are nobody else’s, and in nothing else', async () => {
      const id = await uploaded(its.solver);
      await deliver([id]);
      const other = await underWay(test);
      expect(await act(test, other.solver, other.id, 'PUT deliver', { note: 'Done', files: [id] })).toMatchObject(REFUSED);
      expect(await agreementNow(test, other)).toMatchObject({ status: 'accepted', delivery: null });
      await test.ask('PUT', '/api/auth/switch-role', { as: its.solver, payload: { role: 'seeker', expertiseAreas: ['Go'] } });
      const posted = await test.ask('POST', '/api/problems', { as: its.solver, payload: { ...goodProblem, attachments: [id] } });
      expect(posted).toMatchObject({ status: 422, body: { errors: { attachments: 'Please upload the file again' } } });
    });

    it('are what the solver uploaded, and is in nothing yet', async () => {
      const foreign = await uploaded(its.seeker);
      const taken = await uploaded(its.seeker, 'taken.txt');
      await test.ask('POST', '/api/problems', { as: its.seeker, payload: { ...goodProblem, attachments: [taken] } });
      for (const id of [foreign, taken, its.id]) expect(await deliver([id])).toMatchObject(REFUSED);
      expect(await deliver(['no-id'])).toMatchObject({ status: 422 });
      expect(await agreementNow(test, its)).toMatchObject({ status: 'accepted', delivery: null });
      const six = await Promise.all(Array.from({ length: 6 }, (_, number) => uploaded(its.solver, `${number}.txt`)));
      expect(await deliver(six)).toMatchObject({ status: 422, body: { errors: { files: 'You can attach up to 5 files' } } });
    });

    it('are not swept away with attachments that nobody took', async () => {
      const id = await uploaded(its.solver);
      await deliver([id]);
      await test.db
        .update(files)
        .set({ createdAt: new Date(0) })
        .where(eq(files.id, id));
      await uploaded(its.solver, 'later.txt');
      expect(await test.db.$count(files, eq(files.id, id))).toBe(1);
    });

    it('sent again after that are new files', async () => {
      const id = await uploaded(its.solver);
      await deliver([id]);
      expect(await uploaded(its.solver)).not.toBe(id);
    });
  });
});

describe('reminders of payments (product 4.22, 7.21)', () => {
  const DAY = 24 * 3_600_000;

  let its: UnderWay;
  beforeEach(async () => {
    its = await underWay(test);
    await setStatus(test, its.seeker, its.problemId, 'solved');
  });

  const ago = (days: number) => new Date(Date.now() - days * DAY);
  const set = (columns: Partial<typeof agreements.$inferInsert>) =>
    test.db.update(agreements).set(columns).where(eq(agreements.id, its.id));
  const remind = () => remindOfPayments({ db: test.db, transact: testOutbox(test.db).transact });
  const reminded = async (as: UnderWay['seeker'], title: string) =>
    (await toldTo(test, as)).filter((told) => told.title === title);

  describe('a payment that is not said', () => {
    it('is asked for after a week, once', async () => {
      await set({ solvedAt: ago(6.9) });
      await remind();
      expect(await reminded(its.seeker, 'Have you paid?')).toEqual([]);
      await set({ solvedAt: ago(7.1) });
      await remind();
      await remind();
      expect(await reminded(its.seeker, 'Have you paid?')).toEqual([
        {
          type: 'paid',
          title: 'Have you paid?',
          message: `"${its.title}" was solved a week ago. Say so once $120 is paid`,
        },
      ]);
      expect(await reminded(its.solver, 'Has the payment come?')).toEqual([]);
    });

    it('is asked for once by any number of servers', async () => {
      await set({ solvedAt: ago(8) });
      await Promise.all(Array.from({ length: 10 }, remind));
      expect(await reminded(its.seeker, 'Have you paid?')).toHaveLength(1);
    });

    it('is not asked for once it was said', async () => {
      await act(test, its.seeker, its.id, 'PUT paid');
      await set({ solvedAt: ago(8) });
      await remind();
      expect(await reminded(its.seeker, 'Have you paid?')).toEqual([]);
    });
  });

  describe('a payment that is not confirmed', () => {
    it('is asked for a week after it was said, once', async () => {
      await act(test, its.seeker, its.id, 'PUT paid');
      await set({ paidAt: ago(6.9), solvedAt: ago(20) });
      await remind();
      expect(await reminded(its.solver, 'Has the payment come?')).toEqual([]);
      await set({ paidAt: ago(7.1) });
      await remind();
      await remind();
      expect(await reminded(its.solver, 'Has the payment come?')).toEqual([
        {
          type: 'paid',
          title: 'Has the payment come?',
          message: `It was said a week ago that $120 for "${its.title}" is paid. Confirm it once it is there`,
        },
      ]);
      expect(await reminded(its.seeker, 'Have you paid?')).toEqual([]);
    });

    it('is not asked for once it came', async () => {
      await act(test, its.seeker, its.id, 'PUT paid');
      await act(test, its.solver, its.id, 'PUT received');
      await set({ paidAt: ago(8) });
      await remind();
      expect(await reminded(its.solver, 'Has the payment come?')).toEqual([]);
    });
  });
});

describe('bids from before agreements', () => {
  const DAY = 24 * 3_600_000;

  async function agreementAfter(problemId: string) {
    await test.db.delete(agreements);
    await test.db.execute(sql.raw(migrationStatement('INSERT INTO "agreements"')));
    return (await test.db.select().from(agreements).where(eq(agreements.problemId, problemId)))[0];
  }

  describe('a bid that was accepted before there were agreements', () => {
    it('has one: due so many days after it was accepted, with an id that sorts by time', async () => {
      const { problemId, seeker, solver } = await buildPair(test, { status: 'in-progress' });
      const at = new Date(Date.now() - 5 * DAY);
      await test.db.insert(problemEvents).values({ problemId, event: 'bid_accepted', personId: solver.user.id, at });
      const [bid] = await test.db.select().from(bids).where(eq(bids.problemId, problemId));
      const agreement = await agreementAfter(problemId);
      expect(agreement).toMatchObject({
        bidId: bid?.id,
        seekerId: seeker.user.id,
        solverId: solver.user.id,
        status: 'accepted',
        amount: 90,
        acceptedAt: at,
        dueAt: new Date(at.getTime() + 2 * DAY),
        solvedAt: null,
        payerRemindedAt: null,
      });
      expect(agreement?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(Number.parseInt((agreement?.id ?? '').replaceAll('-', '').slice(0, 12), 16)).toBe(at.getTime());
    });

    it('is solved with its problem, and reminds nobody', async () => {
      const { problemId } = await buildPair(test, { status: 'solved', solvedAgo: 30 });
      expect(await agreementAfter(problemId)).toMatchObject({
        status: 'solved',
        solvedAt: expect.any(Date),
        payerRemindedAt: expect.any(Date),
      });
    });

    it('is none where it waits, or the problem is open', async () => {
      const { problemId } = await buildPair(test, { status: 'open' });
      expect(await agreementAfter(problemId)).toBeUndefined();
    });
  });
});
