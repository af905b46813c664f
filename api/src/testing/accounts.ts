import type { PublicProfile, SocialType, User } from '@solvent/contracts';
import type { TestCaller } from './factories.ts';
import { idTokenFor, createEmailLink } from './fake-identity.ts';
import { getField } from './get-field.ts';
import type { TestApp, TestResponse } from './test-app.ts';

export function getUser(body: Record<string, unknown>): User {
  expect(body).toHaveProperty('user');
  // The response schema guarantees the type.
  return body['user'] as User;
}

/** @returns the user and headers with the pending token */
export async function signUpAs(
  test: TestApp,
  email: string,
  overrides: object = {},
): Promise<{ user: User; headers: { authorization: string } }> {
  const payload = { name: 'Ada', email, password: 'difference-engine', role: 'seeker', ...overrides };
  const { status, body } = await test.request('POST', '/api/auth/signup', { payload });
  expect(status).toBe(201);
  const user = getUser(body);
  return { user, headers: { authorization: `Bearer ${user.token ?? ''}` } };
}

export async function fetchProfile(test: TestApp, id: string, as?: TestCaller): Promise<PublicProfile> {
  return getField(await test.request('GET', `/api/auth/profile/${id}`, { as }), 'user');
}

export const getSortedStatuses = (responses: Pick<TestResponse, 'status'>[]): number[] =>
  responses.map(({ status }) => status).toSorted((one, other) => one - other);

export const isSignedIn = async (test: TestApp, { headers }: Pick<TestCaller, 'headers'>): Promise<boolean> =>
  (await test.request('GET', '/api/auth/profile', { headers })).status === 200;

export const getSessionHeaders = (body: Record<string, unknown>) => ({
  headers: { authorization: `Bearer ${getUser(body).token ?? ''}` },
});

export const logIn = (test: TestApp, email: string, password: string): Promise<TestResponse> =>
  test.request('POST', '/api/auth/login', { payload: { email, password } });

export interface SocialPerson {
  email: string;
  id: string;
  type?: SocialType;
  account?: string | null;
}

/** Signs in, unless `overrides` contain another method. */
export const socialAuth = (
  test: TestApp,
  { email, id, type = 'github', account = null }: SocialPerson,
  overrides: object = {},
): Promise<TestResponse> => {
  const identity = { email, socialId: id, socialType: type, idToken: idTokenFor({ type, id }, { email, account }) };
  const picture = { image: 'https://pictures.example/grace.png' };
  const payload = { ...identity, ...picture, socialMethod: 'login', name: 'Grace Hopper', ...overrides };
  return test.request('POST', '/api/auth/social-auth', { payload });
};

/** Signs up with GitHub or Google and opens the emailed link, which creates the account and signs in. */
export async function signUpWithSocial(test: TestApp, person: SocialPerson, overrides: object = {}): Promise<TestResponse> {
  const { body } = await socialAuth(test, person, { socialMethod: 'signup', role: 'seeker', ...overrides });
  return test.request('POST', '/api/auth/verify-email', { payload: createEmailLink(person.email), ...getSessionHeaders(body) });
}
