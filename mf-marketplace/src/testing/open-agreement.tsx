import type { Agreement, AgreementChange, Problem } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildAgreement, signInAs } from '@solvent/testing/factories';
import type { fakeApi } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { build, DIEGO, findTitle, MIRA, openSections, side } from './open-problem.tsx';

export const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
export const inDays = (days: number) => ago(-days);

export const DELIVERY = { note: 'It is on **branch** `fix`.', files: [], at: ago(0) };

/** Agreement "a1" between Mira and Diego on problem "p1", accepted yesterday and due in three days. */
const agreed = (overrides: Partial<Agreement> = {}) =>
  buildAgreement({
    _id: 'a1',
    problem: { _id: 'p1', title: 'Websocket reconnects drop messages' },
    seeker: MIRA,
    solver: DIEGO,
    acceptedAt: ago(1),
    dueAt: inDays(3),
    ...overrides,
  });

/** A proposal by Diego: another sum, three days later. */
export const change = (overrides: Partial<AgreementChange> = {}): AgreementChange => ({
  _id: 'c1',
  proposedBy: DIEGO,
  kind: 'terms',
  amount: 250,
  dueAt: inDays(6),
  note: 'There is a second bug behind it.',
  status: 'proposed',
  before: { amount: 200, dueAt: inDays(3) },
  createdAt: ago(0),
  decidedAt: null,
  ...overrides,
});

const PEOPLE = { mira: 'Mira Chen', diego: 'Diego Fuentes' } as const;
const STATUS = { accepted: 'in-progress', delivered: 'in-progress', solved: 'solved', ended: 'open' } as const;

let opened: ReturnType<typeof openSections> | undefined;

/** After each test. */
export function closeAgreement(): void {
  opened?.api.restore();
  clearSession();
  localStorage.clear();
}

/** Opens the problem of an agreement as one of its two people. `becomes` changes the agreement on the server and returns the answer. */
export async function openAgreement(
  viewer: keyof typeof PEOPLE,
  overrides: Partial<Agreement> = {},
  routes: Parameters<typeof fakeApi>[0] = {},
) {
  signInAs({ _id: viewer, name: PEOPLE[viewer], role: viewer === 'diego' ? 'solver' : 'seeker' });
  const agreement = agreed(overrides);
  let now: Problem = build({ status: STATUS[agreement.status], agreement });
  opened = openSections(() => ({ problem: now }), routes);
  await findTitle();
  const becomes = (changed: Partial<Agreement>, of: Partial<Problem> = {}) => {
    const next = agreed({ ...agreement, ...changed });
    now = { ...now, agreement: next, ...of };
    return { agreement: next };
  };
  return { ...opened, becomes };
}

export const findPanel = async () => within(await screen.findByRole('region', { name: 'Agreement' }));
export const readSteps = async () =>
  within((await findPanel()).getByRole('list', { name: 'Steps' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
export const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
export const waitForNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
export const findButton = (name: string) => side().getByRole('button', { name });
