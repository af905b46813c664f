import type { Agreement } from '@solvent/contracts';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import {
  ago,
  change,
  closeAgreement,
  DELIVERY,
  dialog,
  gone,
  openAgreement,
  panel,
  press,
  steps,
} from '../../testing/open-agreement.tsx';
import { DIEGO, MIRA, side } from '../../testing/open-problem.tsx';

afterEach(closeAgreement);

describe('paying', () => {
  const SOLVED: Partial<Agreement> = { status: 'solved', delivery: DELIVERY, solvedAt: ago(1) };

  it('is said by the seeker, who is asked once', async () => {
    const { user, sent, becomes } = await openAgreement('mira', SOLVED, {
      'PUT /agreements/:id/paid': () => becomes({ ...SOLVED, paidAt: ago(0) }),
    });
    await user.click(press('I have paid'));
    const asked = await dialog('Have you paid Diego Fuentes?');
    expect(sent('PUT')).toEqual([]);
    await user.click(asked.getByRole('button', { name: 'I have paid' }));
    expect(await screen.findByText('Marked as paid')).toBeVisible();
    expect((await steps())[3]).toBe('Paid, nowYou said that you have paid. Diego Fuentes says when it has come.');
    expect(side().queryByRole('button', { name: 'I have paid' })).not.toBeInTheDocument();
  });

  it('is confirmed by the solver', async () => {
    const { user, becomes } = await openAgreement(
      'diego',
      { ...SOLVED, paidAt: ago(0) },
      {
        'PUT /agreements/:id/received': () => becomes({ ...SOLVED, paidAt: ago(0), receivedAt: ago(0) }),
      },
    );
    await user.click(press('I have received it'));
    await user.click((await dialog('Have you received the payment?')).getByRole('button', { name: 'I have received it' }));
    expect(await screen.findByText('Marked as received')).toBeVisible();
    expect((await steps())[3]).toMatch(/^Paid, done/);
  });
});

describe('a change of what was agreed', () => {
  it('is proposed with sum, days and a reason', async () => {
    const { user, sent, becomes } = await openAgreement(
      'diego',
      {},
      {
        'POST /agreements/:id/changes': () => becomes({ changes: [change()] }),
      },
    );
    await user.click((await panel()).getByRole('button', { name: 'Propose a change' }));
    const form = await dialog('Propose a change');
    expect(form.getByRole('textbox', { name: 'Amount' })).toHaveValue('200');
    expect(form.getByRole('textbox', { name: 'Days from now' })).toHaveValue('3');
    await user.clear(form.getByRole('textbox', { name: 'Amount' }));
    await user.type(form.getByRole('textbox', { name: 'Amount' }), '250');
    await user.type(form.getByRole('textbox', { name: 'Reason (optional)' }), 'A second bug.');
    await user.click(form.getByRole('button', { name: 'Propose' }));
    expect(await screen.findByText('Change proposed')).toBeVisible();
    expect(sent('POST')).toMatchObject([
      { path: '/agreements/a1/changes', body: { amount: 250, days: 3, note: 'A second bug.' } },
    ]);
    const proposed = within((await panel()).getByRole('group', { name: 'Proposed change' }));
    expect(proposed.getByText(/^You propose a change/)).toHaveTextContent(
      'You propose a change. Mira Chen has not answered yet.',
    );
    expect(proposed.getByRole('button', { name: /^Withdraw/ })).toBeVisible();
    expect((await panel()).queryByRole('button', { name: 'Propose a change' })).not.toBeInTheDocument();
  });

  it.each([
    ['Decline', 'decline', 'Change declined'],
    ['Agree', 'agree', 'Change agreed'],
  ] as const)('is shown with before and after, and answered: %s', async (button, answer, said) => {
    const { user, sent, becomes } = await openAgreement(
      'mira',
      { changes: [change()] },
      {
        'PUT /agreements/:id/changes/:changeId': () =>
          becomes({
            amount: answer === 'agree' ? 250 : 200,
            changes: [change({ status: answer === 'agree' ? 'agreed' : 'declined' })],
          }),
      },
    );
    const proposed = within((await panel()).getByRole('group', { name: 'Proposed change' }));
    expect(proposed.getByText('$200').parentElement).toHaveTextContent('from$200to$250');
    expect(proposed.getByText('There is a second bug behind it.')).toBeVisible();
    await user.click(proposed.getByRole('button', { name: button }));
    if (answer === 'agree') await user.click((await dialog('Agree to this change?')).getByRole('button', { name: 'Agree' }));
    expect(await screen.findByText(said)).toBeVisible();
    expect(sent('PUT')).toMatchObject([{ path: '/agreements/a1/changes/c1', body: { answer } }]);
    expect((await panel()).queryByRole('group', { name: 'Proposed change' })).not.toBeInTheDocument();
    expect((await panel()).getByText('Earlier changes (1)')).toBeVisible();
  });

  it('is asked about with sum and date; who thinks again is where they were', async () => {
    const { user, sent } = await openAgreement('mira', { changes: [change()] });
    const agree = within((await panel()).getByRole('group', { name: 'Proposed change' })).getByRole('button', { name: 'Agree' });
    await user.click(agree);
    const asked = await dialog('Agree to this change?');
    expect(asked.getByText(/^From then on \$250 by/)).toHaveTextContent(
      /^From then on \$250 by [A-Z][a-z]{2} \d+, \d{4} is agreed\. Diego Fuentes is told at once\.$/,
    );
    await user.keyboard('{Escape}');
    await waitFor(() => expect(agree).toHaveFocus());
    expect(sent('PUT')).toEqual([]);
  });

  it('that did not arrive can be agreed to again where one is', async () => {
    const { user } = await openAgreement(
      'mira',
      { changes: [change()] },
      { 'PUT /agreements/:id/changes/:changeId': () => NETWORK_FAILURE },
    );
    await user.click(
      within((await panel()).getByRole('group', { name: 'Proposed change' })).getByRole('button', { name: 'Agree' }),
    );
    await user.click((await dialog('Agree to this change?')).getByRole('button', { name: 'Agree' }));
    expect(await screen.findByText('The agreement could not be changed. Please try again.')).toBeVisible();
    expect((await dialog('Agree to this change?')).getByRole('button', { name: 'Agree' })).toBeEnabled();
  });

  it('that both changed in the same second says who was first, and shows the newest state', async () => {
    const text = 'Diego Fuentes has withdrawn the change.';
    const { user, becomes } = await openAgreement(
      'mira',
      { changes: [change()] },
      {
        'PUT /agreements/:id/changes/:changeId': () => refuse('conflict', text),
      },
    );
    const proposed = within((await panel()).getByRole('group', { name: 'Proposed change' }));
    becomes({ changes: [change({ status: 'withdrawn' })] });
    await user.click(proposed.getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText(text)).toBeVisible();
    await waitFor(async () => expect((await panel()).queryByRole('group', { name: 'Proposed change' })).not.toBeInTheDocument());
  });
});

describe('what the other one did first', () => {
  it('proposing: is told, and the form gives way to what was proposed', async () => {
    const text = 'Diego Fuentes proposed a change first. Answer it before you propose another one.';
    const { user, becomes } = await openAgreement('mira', {}, { 'POST /agreements/:id/changes': () => refuse('conflict', text) });
    await user.click((await panel()).getByRole('button', { name: 'Propose a change' }));
    const form = await dialog('Propose a change');
    becomes({ changes: [change()] });
    await user.click(form.getByRole('button', { name: 'Propose' }));
    expect(await screen.findByText(text)).toBeVisible();
    await gone();
    expect(await (await panel()).findByRole('group', { name: 'Proposed change' })).toHaveTextContent('$250');
  });

  it('a dispute after one’s own rating: is told, and asked for no more', async () => {
    const text = 'You have rated Diego Fuentes already: with that this work is settled.';
    const SOLVED: Partial<Agreement> = { status: 'solved', delivery: DELIVERY, solvedAt: ago(1) };
    const { user, becomes } = await openAgreement('mira', SOLVED, {
      'POST /agreements/:id/dispute': () => refuse('conflict', text),
    });
    await user.click((await panel()).getByRole('button', { name: 'Something is wrong?' }));
    const form = await dialog('Something is wrong?');
    await user.type(form.getByRole('textbox', { name: /^Your view/ }), 'The fix does not hold: messages are lost.');
    // As in another tab.
    becomes({ ...SOLVED, ratedBySeeker: true });
    await user.click(form.getByRole('button', { name: 'Send to a moderator' }));
    expect(await screen.findByText(text)).toBeVisible();
    await gone();
    expect((await panel()).queryByRole('button', { name: 'Something is wrong?' })).not.toBeInTheDocument();
  });
});

describe('parting', () => {
  it('says what was agreed, and the panel keeps it', async () => {
    const parting = { by: MIRA, note: 'Half is paid.', at: '2026-11-20T10:00:00.000Z' };
    const { user, sent, becomes } = await openAgreement(
      'mira',
      {},
      {
        'PUT /problems/:id/status': () => becomes({ status: 'ended', parting }, { status: 'open' }),
      },
    );
    await user.click(screen.getByRole('button', { name: 'Part ways' }));
    const form = await dialog('Part ways with Diego Fuentes?');
    await user.type(form.getByRole('textbox', { name: 'What you agreed' }), 'Half is paid.');
    await user.click(form.getByRole('button', { name: 'Part ways' }));
    expect(await screen.findByText('You have parted ways')).toBeVisible();
    expect(sent('PUT')).toMatchObject([{ body: { status: 'open', note: 'Half is paid.' } }]);
    const shown = await panel();
    expect(await shown.findByText(/^You parted ways on/)).toHaveTextContent('You parted ways on Nov 20, 2026.');
    expect(shown.getByText('Half is paid.')).toBeVisible();
    expect(side().getByText('Budget')).toBeInTheDocument();
  });
});

describe('a dispute', () => {
  const VIEW = 'The fix does not hold: messages are still lost.';

  it('is opened with a view, and both sides read both', async () => {
    const dispute = { openedBy: MIRA, seekerView: VIEW, solverView: null, openedAt: ago(0), decision: null };
    const { user, sent, becomes } = await openAgreement(
      'mira',
      { status: 'delivered', delivery: DELIVERY },
      {
        'POST /agreements/:id/dispute': () => becomes({ status: 'delivered', delivery: DELIVERY, dispute }),
      },
    );
    await user.click((await panel()).getByRole('button', { name: 'Something is wrong?' }));
    const form = await dialog('Something is wrong?');
    await user.type(form.getByRole('textbox', { name: /^Your view/ }), VIEW);
    await user.click(form.getByRole('button', { name: 'Send to a moderator' }));
    expect(await screen.findByText('Sent to a moderator, with your view')).toBeVisible();
    expect(sent('POST')).toMatchObject([{ path: '/agreements/a1/dispute', body: { view: VIEW } }]);
    const section = within(await screen.findByRole('region', { name: 'Dispute' }));
    expect(await section.findByText(VIEW)).toBeVisible();
    expect(section.getByRole('heading', { name: 'What Diego Fuentes says' }).nextSibling).toHaveTextContent('Nothing yet.');
    expect(section.getByRole('button', { name: 'Call it off' })).toBeVisible();
    expect((await panel()).getByText('In dispute: a moderator decides.')).toBeVisible();
  });

  it('leaves it as it is until it is decided: nobody is offered to solve or to part', async () => {
    const dispute = { openedBy: DIEGO, seekerView: null, solverView: VIEW, openedAt: ago(0), decision: null };
    await openAgreement('mira', { status: 'delivered', delivery: DELIVERY, dispute });
    expect((await steps())[2]).toBe('Solved, nowA moderator decides how it goes on.');
    for (const name of ['Mark solved', 'Part ways', 'Propose a change'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    expect(side().getByRole('link', { name: /^Message/ })).toBeVisible();
  });

  it('shows what was decided', async () => {
    const decision = { outcome: 'continue', text: 'Two more days.', at: ago(0) } as const;
    const dispute = { openedBy: DIEGO, seekerView: VIEW, solverView: 'It holds here.', openedAt: ago(1), decision };
    await openAgreement('mira', { dispute });
    const section = within(await screen.findByRole('region', { name: 'Dispute' }));
    expect(section.getByText(/^The work goes on\./)).toBeVisible();
    expect(await section.findByText('Two more days.')).toBeVisible();
    expect(section.queryByRole('button')).not.toBeInTheDocument();
  });
});
