import type { Problem } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { buildProblemDetail } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { problemDetailOptions } from '../api/problems.ts';
import type { DetailedProblem } from '../api/problems.ts';
import { AgreementCard, AgreementSections } from '../features/view-problem/problem-agreement.tsx';
import { ProblemHead } from '../features/view-problem/problem-head.tsx';
import { InviteSolvers, ProblemSide } from '../features/view-problem/problem-side.tsx';
import { Ratings } from '../features/view-problem/ratings.tsx';
import { Timeline } from '../features/view-problem/timeline.tsx';
import { useProblemDialogs } from '../features/view-problem/use-problem-dialogs.tsx';
import { Component as Page } from '../features/view-problem/view-problem-page.tsx';

type Routes = Parameters<typeof fakeApi>[0];

export const MIRA = { _id: 'mira', name: 'Mira Chen', image: null };
export const DIEGO = { _id: 'diego', name: 'Diego Fuentes', image: null };

export const buildProblem = (overrides: Partial<Problem> = {}): Problem =>
  buildProblemDetail({ _id: 'p1', user: MIRA, viewCount: 1204, ...overrides });

function Sections({ problem }: { problem: DetailedProblem }) {
  const { openDialog, dialog } = useProblemDialogs(problem);
  return (
    <>
      <ProblemHead problem={problem} openDialog={openDialog} />
      <AgreementCard problem={problem} openDialog={openDialog} />
      <ProblemSide problem={problem} openDialog={openDialog} />
      <InviteSolvers problem={problem} />
      <AgreementSections problem={problem} openDialog={openDialog} />
      <Ratings problem={problem} />
      <Timeline problem={problem} />
      {dialog}
    </>
  );
}

/** Omits the problem's text, bids and questions, which are slow to render. */
function ProblemSections() {
  const { data } = useQuery(problemDetailOptions('p1'));
  return data ? <Sections problem={data} /> : null;
}

function open(element: ReactElement, answer: () => object, routes: Routes) {
  const api = fakeApi({
    'GET /problems/:id': answer,
    'GET /problems/:id/comments': () => ({ comments: [] }),
    'GET /bids': () => ({ bids: [], count: 0 }),
    'GET /payment-details': () => ({ details: null }),
    'GET /agreements/:id/payment-details': () => ({ details: null }),
    'GET /problems/:id/invitations': () => ({ invitations: [] }),
    'GET /problems/:id/suggested-solvers': () => ({ solvers: [] }),
    ...routes,
  });
  const sent = (method: string) => api.requests.filter((request) => request.method === method);
  return { api, sent, ...renderScreen(element, { at: '/view-problems/p1', path: '/view-problems/:id' }) };
}

export const openPage = (answer: () => object, routes: Routes = {}) => open(<Page />, answer, routes);
export const openSections = (answer: () => object, routes: Routes = {}) => open(<ProblemSections />, answer, routes);

export const findTitle = () => screen.findByRole('heading', { level: 1, name: 'Websocket reconnects drop messages' });
export const getSideCard = () => within(screen.getByRole('complementary', { name: 'Budget and bids' }));
