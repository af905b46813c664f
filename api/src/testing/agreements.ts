import type { Agreement } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import { agreements } from '../features/marketplace/agreements/schema.ts';
import { notifications } from '../features/notifications/schema.ts';
import { goodBid, problemWithBids, putBid } from './bids.ts';
import type { TestCaller } from './factories.ts';
import type { TestResponse, TestApp } from './test-app.ts';

/** A problem under way, and its two people. */
export interface ActiveAgreement {
  seeker: TestCaller;
  solver: TestCaller;
  problemId: string;
  title: string;
  /** The agreement's id. */
  id: string;
}

/** A problem whose only bid was accepted over the wire, by people with names. */
export async function createActiveAgreement(test: TestApp): Promise<ActiveAgreement> {
  const diego = await test.signedIn('solver', { name: 'Diego' });
  const { poster, problem, bids } = await problemWithBids(test, [diego]);
  const { status } = await putBid(test, poster, bids[0]?._id ?? '', 'accept');
  if (status !== 200) throw new Error(`The bid was not accepted: ${status}`);
  const [stored] = await test.db.select().from(agreements).where(eq(agreements.problemId, problem.id));
  if (stored === undefined) throw new Error('An accepted bid has no agreement');
  return { seeker: poster, solver: diego, problemId: problem.id, title: problem.title, id: stored.id };
}

/** Asks for one of the calls under an agreement: `PUT paid`, `POST changes`. */
export function requestAgreement(
  test: TestApp,
  as: TestCaller | undefined,
  id: string,
  call: string,
  payload?: object,
): Promise<TestResponse> {
  const [method = '', path = ''] = call.split(' ');
  const url = `/api/agreements/${id}${path === '' ? '' : `/${path}`}`;
  // The calls are those of the test.
  return test.request(method as 'PUT', url, { as, ...(payload === undefined ? {} : { payload }) });
}

/** The agreement in an answer. */
export function getAgreement({ status, body }: TestResponse): Agreement {
  if (status >= 300) throw new Error(`No agreement, but ${status}: ${JSON.stringify(body)}`);
  // The answer's schema lets nothing else out.
  return body['agreement'] as Agreement;
}

/** As the problem's two people change its state. */
export const setStatus = (
  test: TestApp,
  as: TestCaller,
  problemId: string,
  status: string,
  note?: string,
): Promise<TestResponse> =>
  test.request('PUT', `/api/problems/${problemId}/status`, { as, payload: { status, ...(note === undefined ? {} : { note }) } });

/** An agreement, as it is now. */
export const fetchAgreement = async (test: TestApp, { id, seeker }: Pick<ActiveAgreement, 'id' | 'seeker'>): Promise<Agreement> =>
  getAgreement(await requestAgreement(test, seeker, id, 'GET '));

/** What somebody was told, the latest first: type, title, message. */
export async function notificationsTo(
  test: TestApp,
  as: TestCaller,
): Promise<{ type: string; title: string; message: string }[]> {
  const { body } = await test.request('GET', '/api/notifications?limit=100', { as });
  // The answer's schema lets nothing else out.
  return (body['notifications'] as { type: string; title: string; message: string }[]).map(({ type, title, message }) => ({
    type,
    title,
    message,
  }));
}

/** How many notifications of a type stand about a problem. */
export const countNotifications = (test: TestApp, problemId: string, type: string): Promise<number> =>
  test.db
    .select()
    .from(notifications)
    .where(eq(notifications.problemId, problemId))
    .then((rows) => rows.filter((row) => row.type === type).length);

/** What a proposal says that breaks no rule. */
export const goodChange = { amount: 200, days: 10, note: 'The importer has two more tables.' };

/** A delivery that breaks no rule. */
export const goodDelivery = { note: 'Both tables are **read** 👩🏽‍💻, see the branch العميل.' };

/** A view that breaks no rule. */
export const goodView = { view: 'We agreed on tests, and there are none in what was delivered.' };

/** What was agreed on with {@link goodBid}. */
export const AGREED_AMOUNT = goodBid.amount;
