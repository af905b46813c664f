import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import type { fakeApi } from '@solvent/testing/fake-api';
import { screen, within } from '@testing-library/react';
import {
  ago,
  change,
  closeAgreement,
  DELIVERY,
  dialog,
  gone,
  inDays,
  openAgreement,
  panel,
  press,
  steps,
} from '../../testing/open-agreement.tsx';
import { side } from '../../testing/open-problem.tsx';

type Routes = Parameters<typeof fakeApi>[0];

afterEach(closeAgreement);

describe('the agreement', () => {
  it('stands beside the problem in place of the budget: sum, date, both people, steps', async () => {
    await openAgreement('mira');
    const shown = await panel();
    expect(shown.getByText('Agreed sum').nextSibling).toHaveTextContent('$200');
    expect(shown.getByText('Due').nextSibling).toHaveTextContent(/, 2026in 3 days$/);
    const people = within(shown.getByRole('list', { name: 'Who agreed' })).getAllByRole('listitem');
    expect(people.map(({ textContent }) => textContent)).toEqual(['MMira ChenSeeker, you', 'DDiego FuentesSolver']);
    expect(await steps()).toEqual([
      'Accepted, done1d ago',
      'Delivered, nowDiego Fuentes does the work and hands it over here.',
      'Solved, not yet',
      'Paid, not yet',
      'Rated, not yet',
    ]);
    const present = shown.getAllByRole('listitem').filter((item) => item.getAttribute('aria-current') === 'step');
    expect(present).toHaveLength(1);
    expect(shown.getByText('Payment is arranged directly between the two of you. Solvent holds no money.')).toBeVisible();
    expect(side().queryByText('Budget')).not.toBeInTheDocument();
  });

  it('says when it is late', async () => {
    await openAgreement('diego', { dueAt: ago(1.5) });
    expect((await panel()).getByText('2 days late')).toBeVisible();
  });

  it('is for nobody else', async () => {
    await openAgreement('ada');
    expect(screen.queryByRole('region', { name: 'Agreement' })).not.toBeInTheDocument();
    expect(side().getByText('Somebody works on this problem: it takes no bids.')).toBeVisible();
  });
});

describe('delivering', () => {
  it('takes a note and files, and shows both what was handed over', async () => {
    const { user, sent, becomes } = await openAgreement(
      'diego',
      {},
      {
        'POST /file-upload': () => ({ file: { _id: 'f1', url: '/f1', name: 'fix.log', size: 8, mimeType: 'text/plain' } }),
        'PUT /agreements/:id/deliver': () => becomes({ status: 'delivered', delivery: DELIVERY }),
      },
    );
    await user.click(press('Mark delivered'));
    const form = await dialog('Mark as delivered');
    await user.type(form.getByRole('textbox', { name: /^What you deliver/ }), 'It is on the branch.');
    await user.upload(form.getByLabelText('Attachments'), new File(['-'], 'fix.log', { type: 'text/plain' }));
    await form.findByRole('button', { name: 'Remove fix.log' });
    await user.click(form.getByRole('button', { name: 'Mark delivered' }));
    expect(await screen.findByText('Marked as delivered')).toBeVisible();
    await gone();
    expect(sent('PUT')).toMatchObject([
      { path: '/agreements/a1/deliver', body: { note: 'It is on the branch.', files: ['f1'] } },
    ]);
    expect(await screen.findByRole('region', { name: 'Delivery' })).toHaveTextContent('It is on branch fix.');
    expect(side().queryByRole('button', { name: 'Mark delivered' })).not.toBeInTheDocument();
  });

  it('keeps what was typed when it did not arrive, over a reload, too', async () => {
    const first = await openAgreement('diego', {}, { 'PUT /agreements/:id/deliver': () => NETWORK_FAILURE });
    await first.user.click(press('Mark delivered'));
    const form = await dialog('Mark as delivered');
    await first.user.type(form.getByRole('textbox', { name: /^What you deliver/ }), 'It is on the branch.');
    await first.user.click(form.getByRole('button', { name: 'Mark delivered' }));
    expect(await screen.findByText('The delivery could not be sent. Please try again.')).toBeVisible();
    first.unmount();
    first.api.restore();
    const again = await openAgreement('diego');
    await again.user.click(press('Mark delivered'));
    expect((await dialog('Mark as delivered')).getByRole('textbox', { name: /^What you deliver/ })).toHaveValue(
      'It is on the branch.',
    );
  });

  it('twice says so in the words of the server, and shows the newest state', async () => {
    const text = 'You have delivered already.';
    const { user, becomes } = await openAgreement('diego', {}, { 'PUT /agreements/:id/deliver': () => refuse('conflict', text) });
    await user.click(press('Mark delivered'));
    const form = await dialog('Mark as delivered');
    await user.type(form.getByRole('textbox', { name: /^What you deliver/ }), 'Again.');
    becomes({ status: 'delivered', delivery: DELIVERY });
    await user.click(form.getByRole('button', { name: 'Mark delivered' }));
    expect(await screen.findByText(text)).toBeVisible();
    await gone();
    expect(await screen.findByRole('region', { name: 'Delivery' })).toBeVisible();
  });
});

describe('solving', () => {
  const solve = async (routes: Routes) => {
    const view = await openAgreement('mira', { status: 'delivered', delivery: DELIVERY }, routes);
    await view.user.click(press('Mark solved'));
    return { ...view, form: await dialog('Mark this problem solved?') };
  };
  const SOLVED = { status: 'solved', solvedAt: ago(0) } as const;
  const MAY_RATE = { status: 'solved', reviewUntil: inDays(14) } as const;

  it('rates in the same go', async () => {
    let becomes: (() => object) | undefined;
    const view = await solve({
      'PUT /problems/:id/status': () => becomes?.() ?? {},
      'POST /problems/:id/reviews': () => ({}),
    });
    becomes = () => view.becomes(SOLVED, { status: 'solved' });
    await view.user.click(view.form.getByRole('radio', { name: '4 stars' }));
    await view.user.type(view.form.getByRole('textbox', { name: 'Review (optional)' }), 'Quick.');
    await view.user.click(view.form.getByRole('button', { name: 'Mark solved' }));
    expect(await screen.findByText('Thank you for your rating')).toBeVisible();
    await gone();
    expect(view.sent('PUT')).toMatchObject([{ body: { status: 'solved' } }]);
    expect(view.sent('POST')).toMatchObject([{ path: '/problems/p1/reviews', body: { rating: 4, text: 'Quick.' } }]);
  });

  it('works without stars, but not with words alone', async () => {
    const { user, form, sent } = await solve({ 'PUT /problems/:id/status': () => ({}) });
    await user.type(form.getByRole('textbox', { name: 'Review (optional)' }), 'Quick.');
    await user.click(form.getByRole('button', { name: 'Mark solved' }));
    expect(await form.findByText('Choose 1 to 5 stars')).toBeVisible();
    expect(sent('PUT')).toEqual([]);
    await user.clear(form.getByRole('textbox', { name: 'Review (optional)' }));
    await user.click(form.getByRole('button', { name: 'Mark solved' }));
    expect(await screen.findByText('Problem solved')).toBeVisible();
    expect(sent('POST')).toEqual([]);
  });

  it('whose rating fails says so, and keeps what was typed', async () => {
    let becomes: (() => object) | undefined;
    const view = await solve({
      'PUT /problems/:id/status': () => becomes?.() ?? {},
      'POST /problems/:id/reviews': () => NETWORK_FAILURE,
    });
    becomes = () => view.becomes(SOLVED, MAY_RATE);
    await view.user.click(view.form.getByRole('radio', { name: '2 stars' }));
    await view.user.type(view.form.getByRole('textbox', { name: 'Review (optional)' }), 'Slow.');
    await view.user.click(view.form.getByRole('button', { name: 'Mark solved' }));
    expect(await screen.findByText(/^The problem is solved, but your rating could not be sent\./)).toBeVisible();
    await gone();
    const form = within(await screen.findByRole('form', { name: 'Rate Diego Fuentes' }));
    expect(form.getByRole('radio', { name: '2 stars' })).toBeChecked();
    expect(form.getByRole('textbox', { name: 'Review' })).toHaveValue('Slow.');
  });

  it('waits while a change is proposed: says so, shows it, and keeps what was typed', async () => {
    const text = 'Diego Fuentes proposed a change that you have not answered. Agree or decline first.';
    const { user, form, becomes } = await solve({ 'PUT /problems/:id/status': () => refuse('conflict', text) });
    await user.click(form.getByRole('radio', { name: '4 stars' }));
    becomes({ changes: [change()] });
    await user.click(form.getByRole('button', { name: 'Mark solved' }));
    expect(await screen.findByText(text)).toBeVisible();
    await gone();
    expect(await (await panel()).findByRole('group', { name: 'Proposed change' })).toHaveTextContent('$250');
    await user.click(press('Mark solved'));
    expect((await dialog('Mark this problem solved?')).getByRole('radio', { name: '4 stars' })).toBeChecked();
  });

  it('that did not arrive can be tried again', async () => {
    const { user, form } = await solve({ 'PUT /problems/:id/status': () => NETWORK_FAILURE });
    await user.click(form.getByRole('radio', { name: '4 stars' }));
    await user.click(form.getByRole('button', { name: 'Mark solved' }));
    expect(await screen.findByText('The problem could not be changed. Please try again.')).toBeVisible();
    expect(form.getByRole('radio', { name: '4 stars' })).toBeChecked();
    expect(form.getByRole('button', { name: 'Mark solved' })).toBeEnabled();
  });
});
