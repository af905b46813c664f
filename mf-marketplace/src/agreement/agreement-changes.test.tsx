import type { Agreement } from '@solvent/contracts';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import {
  daysAgo,
  buildChange,
  resetAgreement,
  DELIVERY,
  findDialog,
  findPanel,
  openAgreement,
  readSteps,
  waitForNoDialog,
} from '../testing/open-agreement.tsx';
import { MIRA, getSideCard } from '../testing/open-problem.tsx';

const SOLVED: Partial<Agreement> = { status: 'solved', delivery: DELIVERY, solvedAt: daysAgo(1) };

afterEach(resetAgreement);

describe('a dispute (product 2.41, 4.22)', () => {
  const VIEW = 'The fix does not hold: messages are still lost.';
  const openForm = async (agreement: Partial<Agreement>, routes: Parameters<typeof openAgreement>[2]) => {
    const view = await openAgreement('mira', agreement, routes);
    await view.user.click((await findPanel()).getByRole('button', { name: 'Open a dispute' }));
    const form = await findDialog('Open a dispute');
    await view.user.type(form.getByRole('textbox', { name: /^Your view/ }), VIEW);
    return { ...view, submit: () => view.user.click(form.getByRole('button', { name: 'Send to a moderator' })) };
  };

  it('is opened with a view, blocks solving, ending and proposing, and shows the decision (product 2.51)', async () => {
    const dispute = { openedBy: MIRA, seekerView: VIEW, solverView: null, openedAt: daysAgo(0), decision: null };
    const { submit, sent, updateAgreement, queryClient } = await openForm(
      { status: 'delivered', delivery: DELIVERY },
      { 'POST /agreements/:id/dispute': () => updateAgreement({ dispute }) },
    );
    await submit();
    expect(await screen.findByText('Dispute opened')).toBeVisible();
    await waitForNoDialog();
    expect(sent('POST')).toMatchObject([{ path: '/agreements/a1/dispute', body: { view: VIEW } }]);
    const section = within(await screen.findByRole('region', { name: 'Dispute' }));
    expect(await section.findByText(VIEW)).toBeVisible();
    expect(section.getByRole('heading', { name: 'Diego Fuentes’s view' }).nextSibling).toHaveTextContent('No view yet.');
    expect(section.getByRole('button', { name: 'Withdraw dispute' })).toBeVisible();
    expect((await findPanel()).getByText('In dispute. A moderator will decide.')).toBeVisible();
    expect((await readSteps())[2]).toBe('Solved, nowA moderator will decide what happens next.');
    for (const name of ['Mark solved', 'End agreement', 'Propose a change'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    expect(getSideCard().getByRole('link', { name: /^Message/ })).toBeVisible();

    const decision = { outcome: 'continue', text: 'Two more days.', at: daysAgo(0) } as const;
    updateAgreement({ dispute: { ...dispute, solverView: 'It holds here.', decision } });
    void queryClient.invalidateQueries();
    expect(await section.findByText(/^The work continues\./)).toBeVisible();
    expect(await section.findByText('Two more days.')).toBeVisible();
    expect(section.queryByRole('button')).not.toBeInTheDocument();
  });

  it('is offered after a rating until the payment has arrived, also if that happens in another tab', async () => {
    const text = 'You have rated Diego Fuentes already, so this work is settled.';
    const { submit, updateAgreement } = await openForm(
      { ...SOLVED, ratedBySeeker: true, paidAt: daysAgo(0) },
      { 'POST /agreements/:id/dispute': () => refuse('conflict', text) },
    );
    updateAgreement({ ...SOLVED, ratedBySeeker: true, paidAt: daysAgo(0), receivedAt: daysAgo(0) });
    await submit();
    expect(await screen.findByText(text)).toBeVisible();
    await waitForNoDialog();
    expect((await findPanel()).queryByRole('button', { name: 'Open a dispute' })).not.toBeInTheDocument();
  });
});

describe('ending an agreement after a delivery (product 2.41, 4.22)', () => {
  const DELIVERED: Partial<Agreement> = { status: 'delivered', delivery: DELIVERY };
  const parting = buildChange({ kind: 'parting', amount: 200, note: 'Half is paid.' });

  it('is proposed, and waits for the other participant', async () => {
    const { user, sent, updateAgreement } = await openAgreement('mira', DELIVERED, {
      'POST /agreements/:id/parting': () => updateAgreement({ changes: [{ ...parting, proposedBy: MIRA }] }),
    });
    await user.click(screen.getByRole('button', { name: 'End agreement' }));
    const form = await findDialog('End the agreement with Diego Fuentes?');
    expect(form.getByText(/^The work is delivered, so Diego Fuentes has to agree\./)).toBeVisible();
    await user.type(form.getByRole('textbox', { name: 'Note for both of you (optional)' }), 'Half is paid.');
    await user.click(form.getByRole('button', { name: 'Propose' }));
    expect(await screen.findByText('Proposed to end the agreement')).toBeVisible();
    expect(sent('POST')).toMatchObject([{ path: '/agreements/a1/parting', body: { note: 'Half is paid.' } }]);
    expect(sent('PUT')).toEqual([]);
    const group = within(await screen.findByRole('group', { name: 'Proposed change' }));
    expect(group.getByText(/^You proposed to end the agreement\./)).toHaveTextContent('Diego Fuentes has not answered yet.');
  });

  it('is accepted after a confirmation; then both can rate, or open a dispute, once', async () => {
    const { user, sent, updateAgreement } = await openAgreement(
      'mira',
      { ...DELIVERED, changes: [parting] },
      {
        'PUT /agreements/:id/changes/:changeId': () => {
          const by = parting.proposedBy;
          const ended = { status: 'ended', parting: { by, note: parting.note, at: daysAgo(0) } } as const;
          return updateAgreement({ ...ended, changes: [{ ...parting, status: 'agreed' }] }, { status: 'open' });
        },
      },
    );
    const group = within(await screen.findByRole('group', { name: 'Proposed change' }));
    expect(group.getByText(/proposed to end the agreement\.$/)).toBeVisible();
    await user.click(group.getByRole('button', { name: 'Agree' }));
    await user.click((await findDialog('Agree to end the agreement?')).getByRole('button', { name: 'Agree' }));
    expect(await (await findPanel()).findByText(/proposed to end the agreement, and both of you agreed on/)).toBeVisible();
    expect(sent('PUT')).toMatchObject([{ path: '/agreements/a1/changes/c1', body: { answer: 'agree' } }]);
    expect((await readSteps()).at(-1)).toBe('Rated, nowRate your experience with Diego Fuentes.');
    expect(screen.getByRole('button', { name: 'Open a dispute' })).toBeVisible();
  });

  it('offers no second dispute', async () => {
    await openAgreement('mira', { ...DELIVERED, disputedBySeeker: true });
    expect((await findPanel()).queryByRole('button', { name: 'Open a dispute' })).not.toBeInTheDocument();
  });
});

describe('changing an agreement (product 2.41, 4.22)', () => {
  const proposal = async () => within((await findPanel()).getByRole('group', { name: 'Proposed change' }));
  const expectNoProposal = () =>
    waitFor(() => expect(screen.queryByRole('group', { name: 'Proposed change' })).not.toBeInTheDocument());

  it('proposes amount, days and a reason', async () => {
    const { user, sent, updateAgreement } = await openAgreement(
      'diego',
      {},
      { 'POST /agreements/:id/changes': () => updateAgreement({ changes: [buildChange()] }) },
    );
    await user.click((await findPanel()).getByRole('button', { name: 'Propose a change' }));
    const form = await findDialog('Propose a change');
    const amount = form.getByRole('textbox', { name: 'Amount' });
    expect(amount).toHaveValue('200');
    expect(form.getByRole('textbox', { name: 'Days from now' })).toHaveValue('3');
    await user.clear(amount);
    await user.type(amount, '250');
    await user.type(form.getByRole('textbox', { name: 'Reason (optional)' }), 'A second bug.');
    await user.click(form.getByRole('button', { name: 'Propose' }));
    expect(await screen.findByText('Change proposed')).toBeVisible();
    expect(sent('POST')).toMatchObject([
      { path: '/agreements/a1/changes', body: { amount: 250, days: 3, note: 'A second bug.' } },
    ]);
    expect((await proposal()).getByText(/^You propose/)).toHaveTextContent('Mira Chen has not answered yet.');
    expect((await proposal()).getByRole('button', { name: /^Withdraw/ })).toBeVisible();
    expect((await findPanel()).queryByRole('button', { name: 'Propose a change' })).not.toBeInTheDocument();
  });

  it('shows what the other person proposed first', async () => {
    const text = 'Diego Fuentes proposed a change first. Answer it before you propose another one.';
    const { user, updateAgreement } = await openAgreement(
      'mira',
      {},
      { 'POST /agreements/:id/changes': () => refuse('conflict', text) },
    );
    await user.click((await findPanel()).getByRole('button', { name: 'Propose a change' }));
    const form = await findDialog('Propose a change');
    updateAgreement({ changes: [buildChange()] });
    await user.click(form.getByRole('button', { name: 'Propose' }));
    expect(await screen.findByText(text)).toBeVisible();
    await waitForNoDialog();
    expect(await (await findPanel()).findByRole('group', { name: 'Proposed change' })).toHaveTextContent('$250');
  });

  it('agrees after a confirmation that names sum and date, with a retry after a failure (product 2.51)', async () => {
    let isOffline = true;
    const { user, sent, updateAgreement } = await openAgreement(
      'mira',
      { changes: [buildChange()] },
      {
        'PUT /agreements/:id/changes/:changeId': () =>
          isOffline ? NETWORK_FAILURE : updateAgreement({ amount: 250, changes: [buildChange({ status: 'agreed' })] }),
      },
    );
    const proposed = await proposal();
    expect(proposed.getByText('$200').parentElement).toHaveTextContent('from$200to$250');
    expect(proposed.getByText('There is a second bug behind it.')).toBeVisible();
    const agree = proposed.getByRole('button', { name: 'Agree' });
    await user.click(agree);
    expect((await findDialog('Agree to this change?')).getByText(/^The agreement changes to \$250/)).toHaveTextContent(
      /^The agreement changes to \$250, due [A-Z][a-z]{2} \d+, \d{4}\. Diego Fuentes will be notified\.$/,
    );
    await user.keyboard('{Escape}');
    await waitFor(() => expect(agree).toHaveFocus());
    expect(sent('PUT')).toEqual([]);
    await user.click(agree);
    const confirm = async () => user.click((await findDialog('Agree to this change?')).getByRole('button', { name: 'Agree' }));
    await confirm();
    expect(await screen.findByText('The agreement could not be changed. Please try again.')).toBeVisible();
    isOffline = false;
    await confirm();
    expect(await screen.findByText('Change agreed')).toBeVisible();
    expect(sent('PUT').at(-1)).toMatchObject({ path: '/agreements/a1/changes/c1', body: { answer: 'agree' } });
    await expectNoProposal();
    expect((await findPanel()).getByText('Earlier changes (1)')).toBeVisible();
    expect((await findPanel()).getByText('Agreed price').nextSibling).toHaveTextContent('$250');
  });

  it('declines without a confirmation; a withdrawn change is replaced by the current one', async () => {
    const text = 'Diego Fuentes has withdrawn the change.';
    let isFirst = true;
    const { user, sent, updateAgreement } = await openAgreement(
      'mira',
      { changes: [buildChange()] },
      {
        'PUT /agreements/:id/changes/:changeId': () => {
          const withdrawn = buildChange({ status: 'withdrawn' });
          updateAgreement({
            changes: [withdrawn, buildChange({ _id: 'c2', amount: 275, status: isFirst ? 'proposed' : 'declined' })],
          });
          return isFirst ? refuse('conflict', text) : updateAgreement({ changes: [withdrawn] });
        },
      },
    );
    await user.click((await proposal()).getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText(text)).toBeVisible();
    await waitFor(async () => expect((await proposal()).getByText('$275')).toBeVisible());
    isFirst = false;
    await user.click((await proposal()).getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('Change declined')).toBeVisible();
    expect(sent('PUT').map(({ path, body }) => [path, body])).toEqual([
      ['/agreements/a1/changes/c1', { answer: 'decline' }],
      ['/agreements/a1/changes/c2', { answer: 'decline' }],
    ]);
    await expectNoProposal();
  });
});
