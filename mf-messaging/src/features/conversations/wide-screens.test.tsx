import { jest } from '@jest/globals';
import { clearSession } from '@solvent/store';
import { buildAgreement, buildProblemDetail } from '@solvent/testing/factories';
import { act, screen, within } from '@testing-library/react';
import { address, build, openAt, row } from '../../conversation/test-page.ts';
import type { Routes } from '../../conversation/test-page.ts';

const { Component } = await import('./conversations-page.tsx');

let api: ReturnType<typeof openAt>['api'];
let conversations: ReturnType<typeof build>[];
function open(at = '/conversations', routes: Routes = {}) {
  const view = openAt(Component, at, conversations, routes);
  ({ api } = view);
  return view;
}

beforeEach(() => {
  conversations = [build('c1'), build('c2'), build('c3')];
});
afterEach(() => {
  api.restore();
  act(clearSession);
  localStorage.clear();
  jest.restoreAllMocks();
});

/** A window in which these queries match. */
function beWide(...queries: string[]) {
  const { matchMedia } = window;
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => Object.assign(matchMedia(query), { matches: queries.includes(query) }));
}

describe('on wide screens', () => {
  it('the conversation that was open last opens by itself, else the one on top', async () => {
    beWide('(min-width: 48rem)');
    const { user } = open();
    expect(await screen.findByText('Thread of c1')).toBeVisible();
    expect(address()).toBe('/conversations?conversation=c1');
    await user.click(await row('Lena Vogt'));
    expect(await screen.findByText('Thread of c2')).toBeVisible();
    api.restore();
    open();
    expect(await screen.findAllByText('Thread of c2')).not.toHaveLength(0);
  });

  it('nothing opens by itself while somebody searches', async () => {
    beWide('(min-width: 48rem)');
    open('/conversations?search=vega');
    expect(await row('Tomas Vega')).toBeVisible();
    expect(screen.queryByText(/^Thread of/)).toBeNull();
  });

  it('the problem, the agreement and the files stand beside it', async () => {
    beWide('(min-width: 48rem)', '(min-width: 80rem)');
    const agreement = buildAgreement({ amount: 180, dueAt: '2026-11-30T00:00:00.000Z', status: 'delivered' });
    const file = {
      _id: 'f1',
      url: '/api/files/f1',
      name: 'trace.log',
      size: 2048,
      mimeType: 'text/plain',
      width: null,
      height: null,
    };
    open('/conversations?conversation=c2', {
      'GET /problems/:id': () => ({ problem: buildProblemDetail({ budget: 250, agreement }) }),
      'GET /chat/conversations/:id/files': () => ({
        files: [
          {
            ...file,
            message: { _id: 'm7', seq: 7, sender: { _id: 'with-c2', name: 'Lena Vogt', image: null } },
            createdAt: '2026-11-20T00:00:00.000Z',
          },
        ],
        page: 1,
        limit: 20,
        totalPages: 1,
      }),
    });
    const side = within(await screen.findByRole('complementary', { name: 'About this conversation' }));
    expect(await side.findByText('$250 budget')).toBeVisible();
    expect(side.getByText('$180')).toBeVisible();
    expect(side.getByText('Delivered')).toBeVisible();
    expect(await side.findByText('trace.log')).toBeVisible();
    expect(side.getByRole('link', { name: 'Message with trace.log' })).toHaveAttribute(
      'href',
      '/conversations?conversation=c2&message=7',
    );
  });
});
