import type { SessionSummary, SignInMethods, User } from '@solvent/contracts';
import { buildUser } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import type { RecordedRequest } from '@solvent/testing/fake-api';
import { Component } from '../features/profile/settings-page.tsx';

const PASSWORD_ONLY = { methods: { password: true, identities: [] } satisfies SignInMethods };
const NO_SESSIONS = { sessions: [] satisfies SessionSummary[] };

export function buildUserResponse(overrides: Partial<User> = {}): { user: User } {
  const { token: _token, ...user } = buildUser({ _id: 'ada', ...overrides });
  return { user };
}

type Routes = Record<string, (request: RecordedRequest) => object>;

/** Renders settings of "ada". `routes` overrides the default responses. */
export function openSettings(at: string, profile: () => object = () => buildUserResponse(), routes: Routes = {}) {
  const api = fakeApi({
    'GET /auth/profile': profile,
    'GET /auth/sessions': () => NO_SESSIONS,
    'GET /auth/blocks': () => ({ people: [] }),
    'GET /payment-details': () => ({ details: null }),
    'GET /auth/sign-in-methods': () => PASSWORD_ONLY,
    ...routes,
  });
  const getBodies = (method: string, path: string) =>
    api.requests.filter((request) => request.method === method && request.path === path).map(({ body }) => body);
  return { api, getBodies, ...renderScreen(<Component />, { at, path: '/profile/settings/*' }) };
}
