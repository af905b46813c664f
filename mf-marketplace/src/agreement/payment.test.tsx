import type { Agreement } from '@solvent/contracts';
import { fireEvent, screen, within } from '@testing-library/react';
import {
  daysAgo,
  resetAgreement,
  DELIVERY,
  findButton,
  findDialog,
  findPanel,
  daysFromNow,
  openAgreement,
  readSteps,
} from '../testing/open-agreement.tsx';
import { getSideCard } from '../testing/open-problem.tsx';

const SOLVED: Partial<Agreement> = { status: 'solved', delivery: DELIVERY, solvedAt: daysAgo(1) };

afterEach(resetAgreement);

describe('paying (product 2.41, 4.33)', () => {
  it('is explained by the solver to the seeker, with a link only if it is https', async () => {
    const details = {
      text: '<b>By transfer</b>',
      iban: 'DE89370400440532013000',
      link: 'https://paypal.me/diego',
      updatedAt: daysAgo(0),
    };
    const { user } = await openAgreement('mira', SOLVED, { 'GET /agreements/:id/payment-details': () => ({ details }) });
    await screen.findByRole('region', { name: 'Payment details' });
    await user.click(findButton('Mark as paid'));
    const section = within((await findDialog('Mark $200 as paid?')).getByRole('region', { name: 'Payment details' }));
    expect(section.getByText('<b>By transfer</b>')).toBeVisible();
    expect(section.getByText('IBAN DE89 3704 0044 0532 0130 00')).toBeVisible();
    expect(section.getByRole('link', { name: details.link })).toHaveAttribute('href', details.link);
  });

  it('asks the solver for payment details', async () => {
    await openAgreement('diego');
    const add = await screen.findByRole('link', { name: 'Add how you want to be paid' });
    expect(add).toHaveAttribute('href', '/profile/settings/account');
  });

  it('is confirmed by the solver', async () => {
    const { user, sent, updateAgreement } = await openAgreement(
      'diego',
      { ...SOLVED, paidAt: daysAgo(0) },
      { 'PUT /agreements/:id/received': () => updateAgreement({ ...SOLVED, paidAt: daysAgo(0), receivedAt: daysAgo(0) }) },
    );
    await user.click(findButton('Confirm payment'));
    const dialog = await findDialog('Have you received the payment?');
    expect(sent('PUT')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Confirm payment' }));
    expect(await screen.findByText('Marked as received')).toBeVisible();
    expect((await readSteps())[3]).toMatch(/^Paid, done/);
    expect(getSideCard().queryByRole('button', { name: 'Confirm payment' })).not.toBeInTheDocument();
  });

  it('is stated by the seeker with date, method and reference, and has a receipt', async () => {
    const payment = { receipt: 'R-1', paidOn: '2026-11-21', method: 'cash', reference: 'No. 4' } as const;
    const { user, sent, updateAgreement } = await openAgreement('mira', SOLVED, {
      'PUT /agreements/:id/paid': () => updateAgreement({ ...SOLVED, paidAt: daysAgo(0), payment }),
    });
    await user.click(findButton('Mark as paid'));
    const form = await findDialog('Mark $200 as paid?');
    const submit = () => user.click(form.getByRole('button', { name: 'Mark as paid' }));
    const [date, method] = [form.getByLabelText(/^Payment date/), form.getByRole('combobox', { name: 'Method' })];
    await submit();
    expect(await form.findByText('Choose how you paid')).toBeVisible();
    await user.selectOptions(method, 'Cash');
    fireEvent.change(date, { target: { value: daysFromNow(2).slice(0, 10) } });
    await submit();
    expect(await form.findByText("The payment date can't be in the future")).toBeVisible();
    expect(sent('PUT')).toEqual([]);
    const today = new Date().toLocaleDateString('sv');
    fireEvent.change(date, { target: { value: today } });
    await user.type(form.getByRole('textbox', { name: /^Reference/ }), 'No. 4');
    await submit();
    expect(await screen.findByText('Marked as paid')).toBeVisible();
    expect(sent('PUT')).toMatchObject([
      { path: '/agreements/a1/paid', body: { paidOn: today, method: 'cash', reference: 'No. 4' } },
    ]);
    expect((await readSteps())[3]).toMatch(/^Paid, nowYou marked it as paid\./);
    const panel = await findPanel();
    expect(panel.getByText(/^Paid on/)).toHaveTextContent('Paid on Nov 21, 2026 · Cash');
    expect(panel.getByRole('link', { name: 'View receipt' })).toHaveAttribute('href', '/problems/p1/receipt');
  });
});
