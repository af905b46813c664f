import { jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { agreementChanges, agreements, problemEvents } from '../../../schema/index.ts';
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
import { setUpTestApp } from '../../../testing/test-app.ts';
import type { TestResponse } from '../../../testing/test-app.ts';

const CALLERS = 20;
/** Fewer on the embedded database, which serializes statements. */
const ROUNDS = process.env['TEST_DATABASE_URL'] ? [0, 1, 2, 3] : [0, 1];
jest.setTimeout(300_000);

const test = setUpTestApp();

type Call = () => Promise<TestResponse>;

/** Retries 503, which a busy database causes. */
async function withRetries(call: Call): Promise<TestResponse> {
  const response = await call();
  return response.status === 503 ? withRetries(call) : response;
}

/** Starts calls of both kinds concurrently and alternately. The round decides which kind is first. */
async function race(round: number, ...calls: [Call, Call]): Promise<[TestResponse[], TestResponse[]]> {
  const responses = await Promise.all(
    Array.from({ length: CALLERS }, (_, index) => withRetries(calls[(index + round) % 2] ?? calls[0])),
  );
  const ofKind = (kind: number) => responses.filter((_, index) => (index + round) % 2 === kind);
  return [ofKind(0), ofKind(1)];
}

const countWins = (responses: TestResponse[]) => responses.filter(({ status }) => status < 300).length;

function expectKnownStatuses(...kinds: TestResponse[][]): void {
  const statuses = new Set(kinds.flat().map(({ status }) => status));
  for (const status of statuses) expect([200, 201, 403, 409]).toContain(status);
}

async function readState({ id, problemId }: Pick<ActiveAgreement, 'id' | 'problemId'>) {
  const [agreement] = await test.db.select().from(agreements).where(eq(agreements.id, id));
  const changes = await test.db.select().from(agreementChanges).where(eq(agreementChanges.agreementId, id));
  const events = await test.db.select().from(problemEvents).where(eq(problemEvents.problemId, problemId));
  const getTimes = (name: string) => events.filter(({ event }) => event === name).map(({ times }) => times);
  return { agreement, changes, getTimes };
}

describe.each(ROUNDS)(`${CALLERS} concurrent requests, round %i`, (round) => {
  it('create one agreement or none on accept and withdraw', async () => {
    const { poster, problem, solvers, bids } = await problemWithBids(test, 1);
    const id = bids[0]?._id ?? '';
    const calls = [() => putBid(test, poster, id, 'accept'), () => putBid(test, solvers[0], id, 'withdraw')] as const;
    const [accepts, withdrawals] = await race(round, ...calls);
    expectKnownStatuses(accepts, withdrawals);
    expect(countWins(accepts) + countWins(withdrawals)).toBe(1);
    expect(await test.db.$count(agreements, eq(agreements.problemId, problem.id))).toBe(countWins(accepts));
    expect(await countNotifications(test, problem.id, 'bid_accepted')).toBe(countWins(accepts));
  });

  it('either deliver or part', async () => {
    const active = await createActiveAgreement(test);
    const [delivered, parted] = await race(
      round,
      () => requestAgreement(test, active.solver, active.id, 'PUT deliver', { note: 'Done' }),
      () => setStatus(test, active.seeker, active.problemId, 'open', 'Over'),
    );
    expectKnownStatuses(delivered, parted);
    expect(countWins(parted) + countWins(delivered)).toBe(1);
    const { agreement, getTimes } = await readState(active);
    expect(agreement?.status).toBe(countWins(parted) === 1 ? 'ended' : 'delivered');
    const deliveries = agreement?.deliveredAt === null ? 0 : 1;
    expect([
      countWins(delivered),
      getTimes('delivered').length,
      await countNotifications(test, active.problemId, 'delivered'),
    ]).toEqual(Array.from({ length: 3 }, () => deliveries));
    expect([getTimes('parted').length, await countNotifications(test, active.problemId, 'parted')]).toEqual([
      countWins(parted),
      countWins(parted),
    ]);
  });

  it('store one proposal of both parties', async () => {
    const active = await createActiveAgreement(test);
    const propose = (as: ActiveAgreement['seeker']) => () => requestAgreement(test, as, active.id, 'POST changes', goodChange);
    const [bySeeker, bySolver] = await race(round, propose(active.seeker), propose(active.solver));
    expectKnownStatuses(bySeeker, bySolver);
    expect(countWins(bySeeker) + countWins(bySolver)).toBe(1);
    const { changes } = await readState(active);
    const winner = countWins(bySeeker) === 1 ? active.seeker : active.solver;
    expect(changes).toMatchObject([{ status: 'proposed', proposedBy: winner.user.id }]);
    expect(await countNotifications(test, active.problemId, 'agreement_changed')).toBe(1);
  });

  it('either agree or withdraw', async () => {
    const active = await createActiveAgreement(test);
    const [change] = getAgreement(await requestAgreement(test, active.solver, active.id, 'POST changes', goodChange)).changes;
    const answer = (as: ActiveAgreement['seeker'], word: string) => () =>
      requestAgreement(test, as, active.id, `PUT changes/${change?._id}`, { answer: word });
    const [agreed, withdrawn] = await race(round, answer(active.seeker, 'agree'), answer(active.solver, 'withdraw'));
    expectKnownStatuses(agreed, withdrawn);
    expect(countWins(agreed) + countWins(withdrawn)).toBe(1);
    const { agreement, changes } = await readState(active);
    expect(changes).toMatchObject([{ status: countWins(agreed) === 1 ? 'agreed' : 'withdrawn' }]);
    expect(agreement?.amount === goodChange.amount).toBe(countWins(agreed) === 1);
    // One for the proposal, and one for the agreement.
    expect(await countNotifications(test, active.problemId, 'agreement_changed')).toBe(1 + countWins(agreed));
  });

  it('either solve or propose', async () => {
    const active = await createActiveAgreement(test);
    const [solved, proposed] = await race(
      round,
      () => setStatus(test, active.seeker, active.problemId, 'solved'),
      () => requestAgreement(test, active.solver, active.id, 'POST changes', goodChange),
    );
    expectKnownStatuses(solved, proposed);
    expect(countWins(solved) + countWins(proposed)).toBe(1);
    const { agreement, changes, getTimes } = await readState(active);
    expect(agreement?.status).toBe(countWins(solved) === 1 ? 'solved' : 'accepted');
    expect(changes).toHaveLength(countWins(proposed));
    expect(getTimes('solved')).toHaveLength(countWins(solved));
    expect(await countNotifications(test, active.problemId, 'solved')).toBe(countWins(solved));
    expect(await countNotifications(test, active.problemId, 'agreement_changed')).toBe(countWins(proposed));
  });

  it('mark and confirm a payment once each', async () => {
    const active = await createActiveAgreement(test);
    await setStatus(test, active.seeker, active.problemId, 'solved');
    const requestPayment = (as: ActiveAgreement['seeker'], call: string) => () =>
      requestAgreement(test, as, active.id, `PUT ${call}`);
    const [paid, received] = await race(round, requestPayment(active.seeker, 'paid'), requestPayment(active.solver, 'received'));
    expectKnownStatuses(paid, received);
    expect(countWins(paid)).toBe(1);
    expect(countWins(received)).toBeLessThanOrEqual(1);
    const { agreement } = await readState(active);
    expect(agreement?.receivedAt === null ? 0 : 1).toBe(countWins(received));
    expect(await countNotifications(test, active.problemId, 'paid')).toBe(1 + countWins(received));
  });
});
