import type { User } from '@solvent/contracts';
import type { TestApp } from './test-app.ts';

/** The user of an answer. */
export function userIn(body: Record<string, unknown>): User {
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
  const { status, body } = await test.ask('POST', '/api/auth/signup', { payload });
  expect(status).toBe(201);
  const user = userIn(body);
  return { user, headers: { authorization: `Bearer ${user.token ?? ''}` } };
}
