import type { Agreement } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildAgreement, buildProblemDetail, signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { Component as ReceiptPage } from './receipt-page.tsx';

const PAYMENT = { receipt: 'R-20261121-7K3M9Q2WXA', paidOn: '2026-11-20', method: 'paypal', reference: '<b>12</b>' } as const;
const PAID: Partial<Agreement> = { status: 'solved', amount: 280, payment: PAYMENT, receivedAt: '2026-11-22T10:00:00.000Z' };

let api: ReturnType<typeof fakeApi>;
function open(answer: () => object) {
  signInAs({ _id: 'user-poster' });
  api = fakeApi({ 'GET /problems/:id': answer });
  return renderScreen(<ReceiptPage />, { at: '/problems/p1/receipt', path: '/problems/:id/receipt' });
}
afterEach(() => {
  api.restore();
  clearSession();
});

describe('the receipt of an agreement (product 4.33)', () => {
  it('names both people, the problem, the agreed price and the payment', async () => {
    open(() => ({ problem: buildProblemDetail({ agreement: buildAgreement(PAID) }) }));
    await screen.findByRole('heading', { level: 1, name: 'Receipt' });
    const facts = screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
    expect(facts).toEqual([
      'Number: R-20261121-7K3M9Q2WXA',
      'Paid by: Mira Chen',
      'Paid to: Diego Fuentes',
      'Problem: Websocket reconnects drop messages',
      expect.stringMatching(/^Agreed: /),
      'Paid: November 20, 2026',
      'Received: November 22, 2026',
      'Method: PayPal',
      'Reference: <b>12</b>',
      'Amount: $280',
    ]);
    expect(screen.getByText('Paid directly between the two of you. Solvent holds no money.')).toBeVisible();
  });

  it.each([
    ['unpaid', () => ({ problem: buildProblemDetail({ agreement: buildAgreement() }) })],
    ['of others', () => ({ problem: buildProblemDetail() })],
    ['missing', () => refuse('not_found', 'This problem does not exist.')],
  ])('is not found if it is %s', async (_which, answer) => {
    open(answer);
    expect(await screen.findByRole('heading', { level: 1, name: 'Receipt not found' })).toBeVisible();
  });
});
