import type { Agreement } from '@solvent/contracts';
import { buildAgreement, signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
import { useProblemDialogs } from '../features/view-problem/use-problem-dialogs.tsx';
import { buildProblem, DIEGO, MIRA, getSideCard } from '../testing/open-problem.tsx';
import { formatDueIn } from './due-date.tsx';

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
  it('shows sum, due date, both people and the steps', async () => {
    await openAgreement('mira');
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
    expect(getSideCard().queryByRole('button', { name: 'Mark solved' })).not.toBeInTheDocument();
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

describe('asking for changes (product 2.58)', () => {
  const DELIVERED: Partial<Agreement> = {
    status: 'delivered',
    delivery: { ...DELIVERY, links: ['https://github.com/o/r/pull/7'] },
  };
  const REQUESTED = { ...DELIVERY, changesRequested: { text: 'Add a **test**.', at: daysAgo(0) } };

  it('keeps the text through a failure, and shows the request and who works on it', async () => {
    let isOffline = true;
    const { user, sent, updateAgreement } = await openAgreement('mira', DELIVERED, {
      'POST /agreements/:id/revisions': () =>
        isOffline ? NETWORK_FAILURE : updateAgreement({ status: 'accepted', delivery: REQUESTED }),
    });
    expect(await screen.findByRole('link', { name: 'o/r #7' })).toHaveAttribute('href', 'https://github.com/o/r/pull/7');
    await user.click(findButton('Ask for changes'));
    const form = await findDialog('Ask for changes');
    await user.type(form.getByRole('textbox', { name: /^What to change/ }), 'Add a test.');
    await user.click(form.getByRole('button', { name: 'Ask for changes' }));
    expect(await screen.findByText('The changes could not be requested. Please try again.')).toBeVisible();
    isOffline = false;
    await user.click(form.getByRole('button', { name: 'Ask for changes' }));
    expect(await screen.findByText('Changes requested')).toBeVisible();
    await waitForNoDialog();
    expect(sent('POST').at(-1)).toMatchObject({ path: '/agreements/a1/revisions', body: { text: 'Add a test.' } });
    expect((await readSteps())[1]).toBe('Delivered, nowDiego Fuentes is working on the changes you asked for.');
    expect((await findPanel()).getByText('Due').nextSibling).toHaveTextContent(/in 3 days$/);
    expect(screen.getByRole('region', { name: 'Delivery' })).toHaveTextContent(/You asked for changes · .*Add a test\.$/);
    expect(getSideCard().queryByRole('button', { name: 'Mark solved' })).not.toBeInTheDocument();
  });

  it('lets the solver deliver again, with links, and keeps what was delivered before', async () => {
    const { user, sent, updateAgreement } = await openAgreement(
      'diego',
      { delivery: REQUESTED },
      {
        'PUT /agreements/:id/deliver': () =>
          updateAgreement({ status: 'delivered', delivery: DELIVERY, earlierDeliveries: [REQUESTED] }),
      },
    );
    await user.click(findButton('Mark delivered'));
    const form = await findDialog('Mark as delivered');
    await user.type(form.getByRole('textbox', { name: /^What you deliver/ }), 'Here it is.');
    const links = form.getByRole('textbox', { name: 'Links (optional)' });
    await user.type(links, 'example.com');
    await user.click(form.getByRole('button', { name: 'Mark delivered' }));
    expect(await form.findByText('Enter one link per line, each beginning with https://')).toBeVisible();
    await user.clear(links);
    await user.type(links, 'https://example.com/a{Enter}https://example.com/b{Enter}');
    await user.click(form.getByRole('button', { name: 'Mark delivered' }));
    await waitForNoDialog();
    expect(sent('PUT')).toMatchObject([{ body: { links: ['https://example.com/a', 'https://example.com/b'] } }]);
    expect(await screen.findByText('Earlier deliveries (1)')).toBeVisible();
  });
});

describe('solving (product 2.41, 2.59)', () => {
  it('is confirmed, and rating is the next step', async () => {
    const { user, sent, updateAgreement } = await openAgreement(
      'mira',
      { status: 'delivered', delivery: DELIVERY },
      {
        'PUT /problems/:id/status': () => {
          const ofProblem = { status: 'solved', reviewUntil: daysFromNow(14) } as const;
          return updateAgreement({ status: 'solved', solvedAt: daysAgo(0) }, ofProblem);
        },
      },
    );
    await user.click(findButton('Mark solved'));
    const question = await findDialog('Mark this problem solved?');
    expect(question.queryByRole('radio')).not.toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Mark solved' }));
    expect(await screen.findByText('Problem solved')).toBeVisible();
    await waitForNoDialog();
    expect(sent('PUT')).toMatchObject([{ path: '/problems/p1/status', body: { status: 'solved' } }]);
    expect(sent('POST')).toEqual([]);
    expect(await screen.findByRole('form', { name: 'Rate Diego Fuentes' })).toBeVisible();
  });

  it('closes on a conflict, and shows the change that was proposed first (product 4.22)', async () => {
    const text = 'Diego Fuentes proposed a change that you have not answered. Agree or decline first.';
    const { user, updateAgreement } = await openAgreement(
      'mira',
      { status: 'delivered', delivery: DELIVERY },
      { 'PUT /problems/:id/status': () => refuse('conflict', text) },
    );
    await user.click(findButton('Mark solved'));
    const question = await findDialog('Mark this problem solved?');
    updateAgreement({ changes: [buildChange()] });
    await user.click(question.getByRole('button', { name: 'Mark solved' }));
    expect(await screen.findByText(text)).toBeVisible();
    await waitForNoDialog();
    expect(await (await findPanel()).findByRole('group', { name: 'Proposed change' })).toHaveTextContent('$250');
  });

  it.each([
    ['Nothing has been delivered yet', {}],
    [
      'Diego Fuentes hasn’t delivered the changes yet',
      { delivery: { ...DELIVERY, changesRequested: { text: '', at: daysAgo(0) } } },
    ],
  ])('asks "%s" before a delivery', async (question, overrides) => {
    const problem = buildProblem({ agreement: buildAgreement({ solver: DIEGO, ...overrides }) });
    function Opener() {
      const { openDialog, dialog } = useProblemDialogs({ ...problem, acceptedBid: null });
      return (
        <>
          <button type="button" onClick={() => openDialog('solve')}>
            Open
          </button>
          {dialog}
        </>
      );
    }
    signInAs({ _id: 'mira' });
    renderScreen(<Opener />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByRole('dialog', { name: question })).toBeVisible();
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
