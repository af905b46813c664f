import type { PublicProfile, User } from '@solvent/contracts';
import type { TestCaller } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** The own account in an answer. */
export function userIn(body: Record<string, unknown>): User {
  expect(body).toHaveProperty('user');
  // Checked to be there; the answer's own schema says what it is.
  return body['user'] as User;
}

/** What anybody sees of a person, or who looks. */
export async function profileOf(test: TestApp, id: string, as?: TestCaller): Promise<PublicProfile> {
  const { status, body } = await test.ask('GET', `/api/auth/profile/${id}`, { as });
  expect(status).toBe(200);
  // The answer's schema lets nothing else out.
  return body['user'] as PublicProfile;
}
