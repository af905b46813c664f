import type { Agreement, AgreementChange, Problem } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildAgreement, signInAs } from '@solvent/testing/factories';
import type { fakeApi } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { buildProblem, DIEGO, findTitle, MIRA, openSections, getSideCard } from './open-problem.tsx';

// Jest fails to link two concurrent dynamic imports that share modules, so the second one is loaded before.
await import('../agreement/agreement-sections.tsx');

export const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
export const daysFromNow = (days: number) => daysAgo(-days);

export const DELIVERY = { note: 'It is on **branch** `fix`.', links: [], files: [], at: daysAgo(0), changesRequested: null };

const buildAgreementOfP1 = (overrides: Partial<Agreement> = {}) =>
  buildAgreement({
    _id: 'a1',
    problem: { _id: 'p1', title: 'Websocket reconnects drop messages' },
    seeker: MIRA,
    solver: DIEGO,
    acceptedAt: daysAgo(1),
    dueAt: daysFromNow(3),
    ...overrides,
  });

export const buildChange = (overrides: Partial<AgreementChange> = {}): AgreementChange => ({
  _id: 'c1',
  proposedBy: DIEGO,
  kind: 'terms',
  amount: 250,
  dueAt: daysFromNow(6),
  note: 'There is a second bug behind it.',
  status: 'proposed',
  before: { amount: 200, dueAt: daysFromNow(3) },
  createdAt: daysAgo(0),
  decidedAt: null,
  ...overrides,
});

const PEOPLE = { mira: 'Mira Chen', diego: 'Diego Fuentes' } as const;
const STATUS = { accepted: 'in-progress', delivered: 'in-progress', solved: 'solved', ended: 'open' } as const;

let opened: ReturnType<typeof openSections> | undefined;

export function resetAgreement(): void {
  opened?.api.restore();
  clearSession();
  localStorage.clear();
}

/** Opens the problem of an agreement as one participant. `updateAgreement` changes it on the server and returns the response. */
export async function openAgreement(
  viewer: keyof typeof PEOPLE,
  overrides: Partial<Agreement> = {},
  routes: Parameters<typeof fakeApi>[0] = {},
) {
  signInAs({ _id: viewer, name: PEOPLE[viewer], role: viewer === 'diego' ? 'solver' : 'seeker' });
  const agreement = buildAgreementOfP1(overrides);
  let now: Problem = buildProblem({ status: STATUS[agreement.status], agreement });
  opened = openSections(() => ({ problem: now }), routes);
  await findTitle();
  const updateAgreement = (changed: Partial<Agreement>, of: Partial<Problem> = {}) => {
    const next = buildAgreementOfP1({ ...agreement, ...changed });
    now = { ...now, agreement: next, ...of };
    return { agreement: next };
  };
  return { ...opened, updateAgreement };
}

export const findPanel = async () => within(await screen.findByRole('region', { name: 'Agreement' }));
export const readSteps = async () =>
  within((await findPanel()).getByRole('list', { name: 'Steps' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
export const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
export const waitForNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
export const findButton = (name: string) => getSideCard().getByRole('button', { name });
