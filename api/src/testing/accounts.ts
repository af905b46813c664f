import type { PublicProfile, SocialType, User } from '@solvent/contracts';
import type { TestCaller } from './factories.ts';
import { idTokenFor, createEmailLink } from './fake-identity.ts';
import type { TestResponse, TestApp } from './test-app.ts';

/** The user of an answer. */
export function getUser(body: Record<string, unknown>): User {
  expect(body).toHaveProperty('user');
  // Checked to be there; the answer's own schema says what it is.
  return body['user'] as User;
}

/** Signs up; gives the user and the headers with the pending token. */
export async function signUpAs(
  test: TestApp,
  email: string,
  changes: object = {},
): Promise<{ user: User; headers: { authorization: string } }> {
  const payload = { name: 'Ada', email, password: 'difference-engine', role: 'seeker', ...changes };
  const { status, body } = await test.request('POST', '/api/auth/signup', { payload });
  expect(status).toBe(201);
  const user = getUser(body);
  return { user, headers: { authorization: `Bearer ${user.token ?? ''}` } };
}

/** What anybody sees of a person, or who looks. */
export async function fetchProfile(test: TestApp, id: string, as?: TestCaller): Promise<PublicProfile> {
  const { status, body } = await test.request('GET', `/api/auth/profile/${id}`, { as });
  expect(status).toBe(200);
  // The answer's schema lets nothing else out.
  return body['user'] as PublicProfile;
}

/** The statuses of answers that came in any order, the lowest first. */
export const getSortedStatuses = (answers: Pick<TestResponse, 'status'>[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

/** Whether a person's session lets them in. */
export const isSignedIn = async (test: TestApp, { headers }: Pick<TestCaller, 'headers'>): Promise<boolean> =>
  (await test.request('GET', '/api/auth/profile', { headers })).status === 200;

/** What a request carries of the session that an answer began. */
export const getSessionHeaders = (body: Record<string, unknown>) => ({
  headers: { authorization: `Bearer ${getUser(body).token ?? ''}` },
});

/** Asks to sign in with a password. */
export const logIn = (test: TestApp, email: string, password: string): Promise<TestResponse> =>
  test.request('POST', '/api/auth/login', { payload: { email, password } });

/** Somebody whom a provider's popup shows. */
export interface SocialPerson {
  email: string;
  id: string;
  type?: SocialType;
  /** As the provider names the account. */
  account?: string | null;
}

/** Comes back from a provider's popup: to sign in, unless `changes` say otherwise. */
export const socialAuth = (
  test: TestApp,
  { email, id, type = 'github', account = null }: SocialPerson,
  changes: object = {},
): Promise<TestResponse> => {
  const identity = { email, socialId: id, socialType: type, idToken: idTokenFor({ type, id }, { email, account }) };
  const picture = { image: 'https://pictures.example/grace.png' };
  const payload = { ...identity, ...picture, socialMethod: 'login', name: 'Grace Hopper', ...changes };
  return test.request('POST', '/api/auth/social-auth', { payload });
};

/** Signs up with GitHub or Google and opens the emailed link, which makes the account and signs in. */
export async function signUpWithSocial(test: TestApp, person: SocialPerson, changes: object = {}): Promise<TestResponse> {
  const { body } = await socialAuth(test, person, { socialMethod: 'signup', role: 'seeker', ...changes });
  return test.request('POST', '/api/auth/verify-email', { payload: createEmailLink(person.email), ...getSessionHeaders(body) });
}
