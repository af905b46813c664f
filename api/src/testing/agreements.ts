import type { Agreement, Notification, NotificationType } from '@solvent/contracts';
import { and, eq } from 'drizzle-orm';
import { agreements, notifications } from '../schema/index.ts';
import { goodBid, problemWithBids, putBid } from './bids.ts';
import type { TestCaller } from './factories.ts';
import { getField } from './get-field.ts';
import type { TestApp, TestResponse } from './test-app.ts';

export interface ActiveAgreement {
  seeker: TestCaller;
  solver: TestCaller;
  problemId: string;
  title: string;
  /** Id of the agreement. */
  id: string;
}

export async function createActiveAgreement(test: TestApp): Promise<ActiveAgreement> {
  const solver = await test.signedIn('solver', { name: 'Diego' });
  const { poster, problem, bids } = await problemWithBids(test, [solver]);
  const { status } = await putBid(test, poster, bids[0]?._id ?? '', 'accept');
  if (status !== 200) throw new Error(`Accepting the bid failed with status ${status}`);
  const [stored] = await test.db.select().from(agreements).where(eq(agreements.problemId, problem.id));
  if (stored === undefined) throw new Error('The accepted bid has no agreement');
  return { seeker: poster, solver, problemId: problem.id, title: problem.title, id: stored.id };
}

/** @param call such as `PUT paid` or `POST changes` */
export function requestAgreement(
  test: TestApp,
  as: TestCaller | undefined,
  id: string,
  call: string,
  payload?: object,
): Promise<TestResponse> {
  const [method = '', path = ''] = call.split(' ');
  const url = `/api/agreements/${id}${path === '' ? '' : `/${path}`}`;
  return test.request(method as 'PUT', url, { as, ...(payload === undefined ? {} : { payload }) });
}

export const getAgreement = (response: TestResponse): Agreement => getField(response, 'agreement');

export const setStatus = (
  test: TestApp,
  as: TestCaller,
  problemId: string,
  status: string,
  note?: string,
): Promise<TestResponse> =>
  test.request('PUT', `/api/problems/${problemId}/status`, { as, payload: { status, ...(note === undefined ? {} : { note }) } });

export const fetchAgreement = async (test: TestApp, { id, seeker }: Pick<ActiveAgreement, 'id' | 'seeker'>): Promise<Agreement> =>
  getAgreement(await requestAgreement(test, seeker, id, 'GET '));

type NotificationTexts = Pick<Notification, 'type' | 'title' | 'message'>;

export async function notificationsTo(test: TestApp, as: TestCaller): Promise<NotificationTexts[]> {
  const found = getField(await test.request('GET', '/api/notifications?limit=100', { as }), 'notifications');
  return found.map(({ type, title, message }) => ({ type, title, message }));
}

export const countNotifications = ({ db }: TestApp, problemId: string, type: NotificationType): Promise<number> =>
  db.$count(notifications, and(eq(notifications.problemId, problemId), eq(notifications.type, type)));

export const goodChange = { amount: 200, days: 10, note: 'The importer has two more tables.' };

export const goodDelivery = { note: 'Both tables are **read** 👩🏽‍💻, see the branch العميل.' };

export const goodView = { view: 'We agreed on tests, and there are none in what was delivered.' };

export const AGREED_AMOUNT = goodBid.amount;
