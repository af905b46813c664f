import type { Agreement } from '@solvent/contracts';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import {
  daysAgo,
  buildChange,
  resetAgreement,
  DELIVERY,
  findButton,
  findDialog,
  findPanel,
  daysFromNow,
  openAgreement,
  readSteps,
  waitForNoDialog,
} from '../testing/open-agreement.tsx';
import { MIRA, getSideCard } from '../testing/open-problem.tsx';
import { formatDueIn } from './due-date.tsx';

const SOLVED: Partial<Agreement> = { status: 'solved', delivery: DELIVERY, solvedAt: daysAgo(1) };

afterEach(resetAgreement);

it.each([
  [2.99, 'in 3 days'],
  [1, 'in 1 day'],
  [0.4, 'within a day'],
  [-0.1, '1 day late'],
  [-1.5, '2 days late'],
])('describes a due date %d days from now as "%s" (product 2.41)', (days, text) => {
  const now = Date.parse('2026-11-20T10:00:00.000Z');
  expect(formatDueIn(new Date(now + days * 24 * 3_600_000).toISOString(), now)).toBe(text);
});

describe('the agreement beside its problem (product 2.41, 10.23)', () => {
  it('shows sum, due date, both people and the steps, and is solved without a rating', async () => {
    const { user, sent } = await openAgreement('mira', {}, { 'PUT /problems/:id/status': () => ({}) });
    const panel = await findPanel();
    expect(panel.getByText('Agreed price').nextSibling).toHaveTextContent('$200');
    expect(panel.getByText('Due').nextSibling).toHaveTextContent(/, 20\d\din 3 days$/);
    const people = within(panel.getByRole('list', { name: 'Who agreed' })).getAllByRole('listitem');
    expect(people.map(({ textContent }) => textContent)).toEqual(['MMira ChenSeeker, you', 'DDiego FuentesSolver']);
    expect(await readSteps()).toEqual([
      'Accepted, done1d ago',
      'Delivered, nowDiego Fuentes does the work and delivers it here.',
      'Solved, not yet',
      'Paid, not yet',
      'Rated, not yet',
    ]);
    expect(panel.getAllByRole('listitem').filter((item) => item.getAttribute('aria-current') === 'step')).toHaveLength(1);
    expect(panel.getByText('Payment is arranged directly between the two of you. Solvent holds no money.')).toBeVisible();
    expect(getSideCard().queryByText('Budget')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Mark solved' }));
    await user.click((await findDialog('Mark this problem solved?')).getByRole('button', { name: 'Mark solved' }));
    expect(await screen.findByText('Problem solved')).toBeVisible();
    await waitForNoDialog();
    expect(sent('POST')).toEqual([]);
    await waitFor(() => expect(sent('GET').filter(({ path }) => path === '/problems/p1')).toHaveLength(2));
  });
});

it('shows skipped steps (product 10.23)', async () => {
  await openAgreement('mira', { status: 'solved', solvedAt: daysAgo(15) });
  const [, delivered, , , rated] = await readSteps();
  expect([delivered, rated]).toEqual([
    'Delivered, left outSolved without a delivery.',
    'Rated, left outNo one rated within 14 days.',
  ]);
});

describe('delivering (product 2.41)', () => {
  const note = (form: Awaited<ReturnType<typeof findDialog>>) => form.getByRole('textbox', { name: /^What you deliver/ });

  it('keeps the note through a failure and a reload, then shows note and files', async () => {
    const first = await openAgreement('diego', {}, { 'PUT /agreements/:id/deliver': () => NETWORK_FAILURE });
    await first.user.click(findButton('Mark delivered'));
    const typed = await findDialog('Mark as delivered');
    await first.user.type(note(typed), 'It is on the branch.');
    await first.user.click(typed.getByRole('button', { name: 'Mark delivered' }));
    expect(await screen.findByText('The delivery could not be sent. Please try again.')).toBeVisible();
    first.unmount();
    first.api.restore();

    const file = { _id: 'f1', url: '/f1', name: 'fix.log', size: 8, mimeType: 'text/plain' };
    const { user, sent, updateAgreement } = await openAgreement(
      'diego',
      {},
      {
        'POST /file-upload': () => ({ file }),
        'PUT /agreements/:id/deliver': () => updateAgreement({ status: 'delivered', delivery: { ...DELIVERY, files: [file] } }),
      },
    );
    await user.click(findButton('Mark delivered'));
    const form = await findDialog('Mark as delivered');
    expect(note(form)).toHaveValue('It is on the branch.');
    await user.upload(form.getByLabelText('Attachments'), new File(['-'], 'fix.log', { type: 'text/plain' }));
    await form.findByRole('button', { name: 'Remove fix.log' });
    await user.click(form.getByRole('button', { name: 'Mark delivered' }));
    expect(await screen.findByText('Marked as delivered')).toBeVisible();
    await waitForNoDialog();
    expect(sent('PUT')).toMatchObject([
      { path: '/agreements/a1/deliver', body: { note: 'It is on the branch.', files: ['f1'] } },
    ]);
    const delivery = await screen.findByRole('region', { name: 'Delivery' });
    await waitFor(() => expect(delivery).toHaveTextContent('It is on branch fix.'));
    expect(within(delivery).getByRole('link', { name: /fix\.log/ })).toBeVisible();
    expect(getSideCard().queryByRole('button', { name: 'Mark delivered' })).not.toBeInTheDocument();
  });

  it('closes on a conflict and shows the current state (product 2.51)', async () => {
    const text = 'You have delivered already.';
    const { user, updateAgreement } = await openAgreement(
      'diego',
      {},
      { 'PUT /agreements/:id/deliver': () => refuse('conflict', text) },
    );
    await user.click(findButton('Mark delivered'));
    const form = await findDialog('Mark as delivered');
    await user.type(note(form), 'Again.');
    updateAgreement({ status: 'delivered', delivery: DELIVERY });
    await user.click(form.getByRole('button', { name: 'Mark delivered' }));
    expect(await screen.findByText(text)).toBeVisible();
    await waitForNoDialog();
    expect(await screen.findByRole('region', { name: 'Delivery' })).toBeVisible();
  });
});

describe('solving with a rating (product 2.41, 4.12)', () => {
  const openForm = async (routes: Parameters<typeof openAgreement>[2]) => {
    const view = await openAgreement('mira', { status: 'delivered', delivery: DELIVERY }, routes);
    await view.user.click(findButton('Mark solved'));
    return { ...view, form: await findDialog('Mark this problem solved?') };
  };
  type Form = Awaited<ReturnType<typeof openForm>>['form'];
  const review = (form: Form) => form.getByRole('textbox', { name: 'Review (optional)' });
  const submit = (form: Form) => form.getByRole('button', { name: 'Mark solved' });

  it('requires stars for a review, keeps both through a failure, solves and then rates', async () => {
    let isOffline = true;
    let solve = () => ({}) as object;
    const { user, form, sent, updateAgreement } = await openForm({
      'PUT /problems/:id/status': () => (isOffline ? NETWORK_FAILURE : solve()),
      'POST /problems/:id/reviews': () => ({}),
    });
    solve = () => updateAgreement({ status: 'solved', solvedAt: daysAgo(0) }, { status: 'solved' });
    await user.type(review(form), 'Quick.');
    await user.click(submit(form));
    expect(await form.findByText('Choose 1 to 5 stars')).toBeVisible();
    expect(sent('PUT')).toEqual([]);
    await user.click(form.getByRole('radio', { name: '4 stars' }));
    await user.click(submit(form));
    expect(await screen.findByText('The problem could not be changed. Please try again.')).toBeVisible();
    isOffline = false;
    await user.click(submit(form));
    expect(await screen.findByText('Thank you for your rating')).toBeVisible();
    await waitForNoDialog();
    expect(sent('PUT').at(-1)).toMatchObject({ path: '/problems/p1/status', body: { status: 'solved' } });
    expect(sent('POST')).toMatchObject([{ path: '/problems/p1/reviews', body: { rating: 4, text: 'Quick.' } }]);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('moves a failed rating to the form on the page', async () => {
    let solve = () => ({}) as object;
    const { user, form, updateAgreement } = await openForm({
      'PUT /problems/:id/status': () => solve(),
      'POST /problems/:id/reviews': () => NETWORK_FAILURE,
    });
    solve = () => updateAgreement({ status: 'solved', solvedAt: daysAgo(0) }, { status: 'solved', reviewUntil: daysFromNow(14) });
    await user.click(form.getByRole('radio', { name: '2 stars' }));
    await user.type(review(form), 'Slow.');
    await user.click(submit(form));
    expect(await screen.findByText(/^The problem is solved, but your rating could not be sent\./)).toBeVisible();
    await waitForNoDialog();
    const rating = within(await screen.findByRole('form', { name: 'Rate Diego Fuentes' }));
    expect(rating.getByRole('radio', { name: '2 stars' })).toBeChecked();
    expect(rating.getByRole('textbox', { name: 'Review' })).toHaveValue('Slow.');
  });

  it('shows a change that was proposed first, and keeps the rating (product 4.22)', async () => {
    const text = 'Diego Fuentes proposed a change that you have not answered. Agree or decline first.';
    const { user, form, updateAgreement } = await openForm({ 'PUT /problems/:id/status': () => refuse('conflict', text) });
    await user.click(form.getByRole('radio', { name: '4 stars' }));
    updateAgreement({ changes: [buildChange()] });
    await user.click(submit(form));
    expect(await screen.findByText(text)).toBeVisible();
    await waitForNoDialog();
    expect(await (await findPanel()).findByRole('group', { name: 'Proposed change' })).toHaveTextContent('$250');
    await user.click(screen.getByRole('button', { name: 'Mark solved' }));
    expect((await findDialog('Mark this problem solved?')).getByRole('radio', { name: '4 stars' })).toBeChecked();
  });
});

describe('paying (product 2.41)', () => {
  it.each([
    ['mira', null, 'Mark as paid', 'Mark $200 as paid?', 'paid', 'Marked as paid', /^Paid, nowYou marked it as paid\./],
    ['diego', daysAgo(0), 'Confirm payment', 'Have you received the payment?', 'received', 'Marked as received', /^Paid, done/],
  ] as const)('is confirmed by %s after a confirmation', async (who, paidAt, button, question, path, toast, step) => {
    const { user, sent, updateAgreement } = await openAgreement(
      who,
      { ...SOLVED, paidAt },
      {
        [`PUT /agreements/:id/${path}`]: () =>
          updateAgreement({ ...SOLVED, paidAt: daysAgo(0), receivedAt: paidAt && daysAgo(0) }),
      },
    );
    await user.click(findButton(button));
    const dialog = await findDialog(question);
    expect(sent('PUT')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: button }));
    expect(await screen.findByText(toast)).toBeVisible();
    expect((await readSteps())[3]).toMatch(step);
    expect(getSideCard().queryByRole('button', { name: button })).not.toBeInTheDocument();
  });
});

it('accepts a note when the agreement ends, and shows it afterwards (product 2.41, 4.10)', async () => {
  const parting = { by: MIRA, note: 'Half is paid.', at: '2026-11-20T10:00:00.000Z' };
  const { user, sent, updateAgreement } = await openAgreement(
    'mira',
    {},
    { 'PUT /problems/:id/status': () => updateAgreement({ status: 'ended', parting }, { status: 'open' }) },
  );
  await user.click(screen.getByRole('button', { name: 'End agreement' }));
  const form = await findDialog('End the agreement with Diego Fuentes?');
  await user.type(form.getByRole('textbox', { name: 'Note for both of you (optional)' }), 'Half is paid.');
  await user.click(form.getByRole('button', { name: 'End agreement' }));
  expect(await screen.findByText('Agreement ended')).toBeVisible();
  expect(sent('PUT')).toMatchObject([{ body: { status: 'open', note: 'Half is paid.' } }]);
  const panel = await findPanel();
  expect(await panel.findByText(/^You ended the agreement on/)).toHaveTextContent('You ended the agreement on Nov 20, 2026.');
  expect(panel.getByText('Half is paid.')).toBeVisible();
  expect(getSideCard().getByText('Budget')).toBeInTheDocument();
});
