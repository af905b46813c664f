import type { Problem } from '@solvent/contracts';
import { clearSession, readKey } from '@solvent/store';
import { buildProblemDetail, buildUser, signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { draftKey } from './problem-draft.ts';
import { Component as PostProblem } from './post-problem-page.tsx';

const ADA = buildUser({ _id: 'ada', name: 'Ada Park' });

let api: ReturnType<typeof fakeApi>;
function open(load: () => object) {
  signInAs(ADA);
  api = fakeApi({ 'GET /problems/:id': load, 'GET /problems/budgets': () => ({ budgets: null }) });
  return renderScreen(<PostProblem />, { at: '/post-problem?edit=p7' });
}
afterEach(() => {
  api.restore();
  clearSession();
});

describe('editing a problem (product 2.21)', () => {
  it.each<[string, Partial<Problem>, string]>([
    ['another user', { user: buildUser({ _id: 'mira' }) }, 'This is not your problem'],
    ['its poster once it is in progress', { status: 'in-progress' }, 'This problem can no longer be edited'],
  ])('is not for %s', async (_who, given, heading) => {
    open(() => ({ problem: buildProblemDetail({ _id: 'p7', user: ADA, ...given }) }));
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(screen.getByRole('link', { name: 'View the problem' })).toHaveAttribute('href', '/view-problems/p7');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('retries after a failure, and shows a missing problem as not found', async () => {
    const answers = [refuse('internal', 'Boom')];
    const { user } = open(() => answers.shift() ?? refuse('not_found', 'No'));
    await screen.findByRole('heading', { level: 1, name: 'The problem could not be loaded' });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Problem not found' })).toBeVisible();
  });
});

it('discards a draft after a confirmation, and shows the length of its texts and the budgets of similar problems (product 2.21, 2.65)', async () => {
  signInAs(ADA);
  api = fakeApi({ 'GET /problems/budgets': () => ({ budgets: { low: 150, high: 400 } }) });
  const { user } = renderScreen(<PostProblem />, { at: '/post-problem' });
  const title = screen.getByRole('textbox', { name: /^Title/ });
  await user.type(title, 'Short');
  expect(title).toHaveAccessibleDescription(/5 of 120 characters$/);
  await user.selectOptions(screen.getByRole('combobox', { name: /^Category/ }), 'Cloud Services');
  const budget = screen.getByRole('textbox', { name: /^Budget/ });
  await waitFor(() => expect(budget).toHaveAccessibleDescription(/Most similar problems are \$150–\$400\.$/));
  await user.click(screen.getByRole('button', { name: 'Discard draft' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Discard this draft?' }));
  expect(title).toHaveValue('Short');
  await user.click(dialog.getByRole('button', { name: 'Discard draft' }));
  await waitFor(() => expect(title).toHaveValue(''));
  await waitFor(() => expect(readKey(draftKey('ada'))).toBeNull());
});
