import { jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { problemEvents } from '../schema.ts';
import { agreementChanges, agreements } from './schema.ts';
import {
  requestAgreement,
  getAgreement,
  countNotifications,
  goodChange,
  setStatus,
  createActiveAgreement,
} from '../../../testing/agreements.ts';
import type { ActiveAgreement } from '../../../testing/agreements.ts';
import { problemWithBids, putBid } from '../../../testing/bids.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestResponse, TestApp } from '../../../testing/test-app.ts';

const CALLERS = 20;
/** The embedded database does one thing at a time: there is less to find there, and it takes longer. */
const ROUNDS = process.env['TEST_DATABASE_URL'] ? [0, 1, 2, 3] : [0, 1];
jest.setTimeout(300_000);

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Call = () => Promise<TestResponse>;

/** Where the machine is so busy that the database is given up, whoever asked asks again, as is said to them. */
async function patiently(call: Call): Promise<TestResponse> {
  const answer = await call();
  return answer.status === 503 ? patiently(call) : answer;
}

/** All at once, of both kinds by turns, and which kind begins. */
async function atOnce(round: number, ...calls: [Call, Call]): Promise<[TestResponse[], TestResponse[]]> {
  const made = await Promise.all(
    Array.from({ length: CALLERS }, (_, place) => patiently(calls[(place + round) % 2] ?? calls[0])),
  );
  const of = (kind: number) => made.filter((_, place) => (place + round) % 2 === kind);
  return [of(0), of(1)];
}

const won = (answers: TestResponse[]) => answers.filter(({ status }) => status < 300).length;

/** Nobody met anything but an outcome that has its sentence. */
function expectAnswered(...kinds: TestResponse[][]): void {
  const statuses = new Set(kinds.flat().map(({ status }) => status));
  for (const status of statuses) expect([200, 201, 403, 409]).toContain(status);
}

async function now({ id, problemId }: Pick<ActiveAgreement, 'id' | 'problemId'>) {
  const [agreement] = await test.db.select().from(agreements).where(eq(agreements.id, id));
  const changes = await test.db.select().from(agreementChanges).where(eq(agreementChanges.agreementId, id));
  const events = await test.db.select().from(problemEvents).where(eq(problemEvents.problemId, problemId));
  const times = (event: string) => events.filter((one) => one.event === event).map((one) => one.times);
  return { agreement, changes, times };
}

describe.each(ROUNDS)(`${CALLERS} at once, round %i`, (round) => {
  it('accept and withdraw: an agreement, or none', async () => {
    const { poster, problem, solvers, bids } = await problemWithBids(test, 1);
    const id = bids[0]?._id ?? '';
    const calls = [() => putBid(test, poster, id, 'accept'), () => putBid(test, solvers[0], id, 'withdraw')] as const;
    const [accepts, withdrawals] = await atOnce(round, ...calls);
    expectAnswered(accepts, withdrawals);
    expect(won(accepts) + won(withdrawals)).toBe(1);
    expect(await test.db.$count(agreements, eq(agreements.problemId, problem.id))).toBe(won(accepts));
    expect(await countNotifications(test, problem.id, 'bid_accepted')).toBe(won(accepts));
  });

  it('deliver and part: one of them, since a delivery ends parting alone', async () => {
    const its = await createActiveAgreement(test);
    const [delivered, parted] = await atOnce(
      round,
      () => requestAgreement(test, its.solver, its.id, 'PUT deliver', { note: 'Done' }),
      () => setStatus(test, its.seeker, its.problemId, 'open', 'Over'),
    );
    expectAnswered(delivered, parted);
    expect(won(parted) + won(delivered)).toBe(1);
    const { agreement, times } = await now(its);
    expect(agreement?.status).toBe(won(parted) === 1 ? 'ended' : 'delivered');
    const deliveries = agreement?.deliveredAt === null ? 0 : 1;
    expect([won(delivered), times('delivered').length, await countNotifications(test, its.problemId, 'delivered')]).toEqual(
      Array.from({ length: 3 }, () => deliveries),
    );
    expect([times('parted').length, await countNotifications(test, its.problemId, 'parted')]).toEqual([won(parted), won(parted)]);
  });

  it('proposals of both: one waits', async () => {
    const its = await createActiveAgreement(test);
    const propose = (as: ActiveAgreement['seeker']) => () => requestAgreement(test, as, its.id, 'POST changes', goodChange);
    const [hers, his] = await atOnce(round, propose(its.seeker), propose(its.solver));
    expectAnswered(hers, his);
    expect(won(hers) + won(his)).toBe(1);
    const { changes } = await now(its);
    const winner = won(hers) === 1 ? its.seeker : its.solver;
    expect(changes).toMatchObject([{ status: 'proposed', proposedBy: winner.user.id }]);
    expect(await countNotifications(test, its.problemId, 'agreement_changed')).toBe(1);
  });

  it('agree and withdraw: one of them happens', async () => {
    const its = await createActiveAgreement(test);
    const [change] = getAgreement(await requestAgreement(test, its.solver, its.id, 'POST changes', goodChange)).changes;
    const answer = (as: ActiveAgreement['seeker'], word: string) => () =>
      requestAgreement(test, as, its.id, `PUT changes/${change?._id}`, { answer: word });
    const [agreed, withdrawn] = await atOnce(round, answer(its.seeker, 'agree'), answer(its.solver, 'withdraw'));
    expectAnswered(agreed, withdrawn);
    expect(won(agreed) + won(withdrawn)).toBe(1);
    const { agreement, changes } = await now(its);
    expect(changes).toMatchObject([{ status: won(agreed) === 1 ? 'agreed' : 'withdrawn' }]);
    expect(agreement?.amount === goodChange.amount).toBe(won(agreed) === 1);
    // The proposal itself, and what was agreed.
    expect(await countNotifications(test, its.problemId, 'agreement_changed')).toBe(1 + won(agreed));
  });

  it('solve and propose: solved without a change, or a change that waits', async () => {
    const its = await createActiveAgreement(test);
    const [solved, proposed] = await atOnce(
      round,
      () => setStatus(test, its.seeker, its.problemId, 'solved'),
      () => requestAgreement(test, its.solver, its.id, 'POST changes', goodChange),
    );
    expectAnswered(solved, proposed);
    expect(won(solved) + won(proposed)).toBe(1);
    const { agreement, changes, times } = await now(its);
    expect(agreement?.status).toBe(won(solved) === 1 ? 'solved' : 'accepted');
    expect(changes).toHaveLength(won(proposed));
    expect(times('solved')).toHaveLength(won(solved));
    expect(await countNotifications(test, its.problemId, 'solved')).toBe(won(solved));
    expect(await countNotifications(test, its.problemId, 'agreement_changed')).toBe(won(proposed));
  });

  it('paid twice, and received: each is said once', async () => {
    const its = await createActiveAgreement(test);
    await setStatus(test, its.seeker, its.problemId, 'solved');
    const say = (as: ActiveAgreement['seeker'], what: string) => () => requestAgreement(test, as, its.id, `PUT ${what}`);
    const [paid, received] = await atOnce(round, say(its.seeker, 'paid'), say(its.solver, 'received'));
    expectAnswered(paid, received);
    expect(won(paid)).toBe(1);
    expect(won(received)).toBeLessThanOrEqual(1);
    const { agreement } = await now(its);
    expect(agreement?.receivedAt === null ? 0 : 1).toBe(won(received));
    expect(await countNotifications(test, its.problemId, 'paid')).toBe(1 + won(received));
  });
});
