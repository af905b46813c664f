import type { SessionSummary, SignInMethods, User } from '@solvent/contracts';
import { buildUser } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import type { RecordedRequest } from '@solvent/testing/fake-api';
import { Component } from '../features/profile/profile-page.tsx';

const BY_PASSWORD = { methods: { password: true, identities: [] } satisfies SignInMethods };
const NOTHING_ELSE = { sessions: [] satisfies SessionSummary[] };

/** The own account as the server has it, which may be newer than the stored one. */
export function answerOf(overrides: Partial<User> = {}): { user: User } {
  const { token: _token, ...user } = buildUser({ _id: 'ada', ...overrides });
  return { user };
}

type Routes = Record<string, (request: RecordedRequest) => object>;

/** /profile of the person "ada", with other answers besides the usual ones. */
export function openOwnProfile(profile: () => object = () => answerOf(), routes: Routes = {}) {
  const api = fakeApi({
    'GET /auth/profile': profile,
    'GET /auth/sessions': () => NOTHING_ELSE,
    'GET /auth/blocks': () => ({ people: [] }),
    'GET /auth/sign-in-methods': () => BY_PASSWORD,
    'POST /auth/logout': () => ({}),
    ...routes,
  });
  const bodiesOf = (method: string, path: string) =>
    api.requests.filter((request) => request.method === method && request.path === path).map(({ body }) => body);
  return { api, bodiesOf, ...renderScreen(<Component />, { at: '/profile' }) };
}
