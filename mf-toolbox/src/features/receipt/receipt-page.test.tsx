import { jest } from '@jest/globals';
import type { Receipt } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, within } from '@testing-library/react';
import { buildPurchase } from '../../testing/build-module.ts';
import { Component } from './receipt-page.tsx';

let api: ReturnType<typeof fakeApi>;

function open(answer: Parameters<typeof fakeApi>[0][string]) {
  api = fakeApi({ 'GET /modules/purchased/:id': answer });
  return renderScreen(<Component />, { at: '/toolbox/purchased/p1/receipt', path: '/toolbox/purchased/:purchaseId/receipt' });
}

const receipt = (purchase: Parameters<typeof buildPurchase>[0] = {}): { receipt: Receipt } => ({
  receipt: {
    purchase: buildPurchase(purchase),
    title: 'Chart Dashboard',
    buyer: 'Maya Okafor',
    seller: { _id: 'lena', name: 'Lena Vogt', image: null },
  },
});

beforeEach(() => void signInAs());
afterEach(() => {
  jest.restoreAllMocks();
  clearSession();
  api.restore();
});

describe('a receipt', () => {
  const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextSibling;

  it('says who bought what from whom, when, under which licence and for how much', async () => {
    open(() => receipt());
    expect(await screen.findByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
    expect(fact('Number')).toHaveTextContent('R-20261120-7K3M9Q2WXA');
    expect(fact('Date')).toHaveTextContent('November 20, 2026');
    expect(fact('Buyer')).toHaveTextContent('Maya Okafor');
    expect(fact('Seller')).toHaveTextContent('Lena Vogt');
    expect(fact('Module')).toHaveTextContent('Chart Dashboard, version 1.0.0');
    expect(fact('License')).toHaveTextContent('Standard. For a single project.');
    expect(fact('Amount')).toHaveTextContent('$19.00');
    expect(screen.getByText('Test mode: no money moves')).toBeVisible();
    expect(document.title).toBe('Receipt R-20261120-7K3M9Q2WXA · Solvent');
    const terms = within(screen.getByRole('list', { name: 'Standard license' })).getAllByRole('listitem');
    expect(terms[0]).toHaveTextContent('Allowed: One project, your own or a client’s');
    expect(terms.at(-1)).toHaveTextContent('Not allowed: Passing on or selling the code itself');
  });

  it('says nothing of a test where money moved', async () => {
    open(() => receipt({ testMode: false }));
    expect(await screen.findByText('R-20261120-7K3M9Q2WXA')).toBeVisible();
    expect(screen.queryByText('Test mode: no money moves')).toBeNull();
  });

  it('is printed', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => {});
    const { user } = open(() => receipt());
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  it('of somebody else is not found', async () => {
    open(() => refuse('not_found', 'This receipt does not exist.'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Receipt not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Purchased Modules' })).toHaveAttribute('href', '/toolbox/purchased');
  });

  it('could not be loaded, and is tried again', async () => {
    let broken = true;
    const { user } = open(() => (broken ? refuse('internal', 'No') : receipt()));
    expect(await screen.findByText('The receipt could not be loaded')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('R-20261120-7K3M9Q2WXA')).toBeVisible();
  });
});
