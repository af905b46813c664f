import type { Problem } from '@solvent/contracts';
import { buildProblemDetail } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, within } from '@testing-library/react';
import { Component } from '../features/view-problem/view-problem-page.tsx';

type Routes = Parameters<typeof fakeApi>[0];

export const MIRA = { _id: 'mira', name: 'Mira Chen', image: null };
export const DIEGO = { _id: 'diego', name: 'Diego Fuentes', image: null };

/** Problem "p1" of Mira. */
export const build = (overrides: Partial<Problem> = {}): Problem =>
  buildProblemDetail({ _id: 'p1', user: MIRA, viewCount: 1204, ...overrides });

interface Opened {
  /** What `GET /problems/p1` answers. */
  answer?: () => object;
  routes?: Routes;
  at?: string;
  path?: string;
}

/** The page of a problem without bids and questions, unless the routes say otherwise. Restore `api` after the test. */
export function openProblem({ answer = () => ({ problem: build() }), routes = {}, ...where }: Opened = {}) {
  const api = fakeApi({
    'GET /problems/:id': answer,
    'GET /problems/:id/comments': () => ({ comments: [] }),
    'GET /bids': () => ({ bids: [], count: 0 }),
    'GET /problems/:id/invitations': () => ({ invitations: [] }),
    'GET /problems/:id/suggested-solvers': () => ({ solvers: [] }),
    ...routes,
  });
  const sent = (method: string) => api.requests.filter((request) => request.method === method);
  return { api, sent, ...renderScreen(<Component />, { at: '/view-problems/p1', path: '/view-problems/:id', ...where }) };
}

export const title = () => screen.findByRole('heading', { level: 1, name: 'Websocket reconnects drop messages' });
export const side = () => within(screen.getByRole('complementary', { name: 'Budget and bids' }));
