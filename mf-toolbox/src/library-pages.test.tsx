import { jest } from '@jest/globals';
import type { OwnedModule } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildModule, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { Component as ToolboxDialog } from './features/coming-soon/toolbox-dialog.tsx';
import { Component as PurchasedModulesPage } from './features/purchased-modules/purchased-modules-page.tsx';
import { Component as ReceiptPage } from './features/receipt/receipt-page.tsx';
import { Component as SavedModulesPage } from './features/saved-modules/saved-modules-page.tsx';
import { buildOwnedModule, buildPurchase, ZIP } from './testing/build-module.ts';
import { respondInOrder } from './testing/respond-in-order.ts';

let api: ReturnType<typeof fakeApi> | undefined;
type Routes = Parameters<typeof fakeApi>[0];

const afterFailure = (answer: object) => respondInOrder(refuse('internal', 'No'), answer);
const paged = (...modules: object[]) => ({ modules, page: 1, limit: 12, totalPages: 1 });
const tryAgain = () => screen.findByRole('button', { name: 'Try again' });
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => void signInAs());
afterEach(() => {
  jest.restoreAllMocks();
  clearSession();
  api?.restore();
  api = undefined;
});

describe('/toolbox/saved (product 2.38)', () => {
  it('lists saved modules, removes them at once, and undoes that (product 8.11, 10.10, 10.11)', async () => {
    const chart = buildModule({ id: 'm1', title: 'Chart Dashboard' });
    const removals = [NETWORK_FAILURE];
    api = fakeApi({
      'GET /modules/saved': afterFailure(paged(chart)),
      'DELETE /modules/:id/save': () => removals.shift() ?? {},
      'PUT /modules/:id/save': () => ({}),
    });
    const { user } = renderScreen(<SavedModulesPage />, { at: '/toolbox/saved' });
    expect(screen.getByRole('heading', { level: 1, name: 'Saved Modules' })).toBeVisible();
    expect(await screen.findByText('Your saved modules could not be loaded')).toBeVisible();
    await user.click(await tryAgain());
    expect(await screen.findByRole('link', { name: 'Chart Dashboard' })).toHaveAttribute('href', '/toolbox/m1');
    await user.click(await button('Remove Chart Dashboard'));
    expect(await screen.findByText('Failed to remove the saved module. Please try again.')).toBeVisible();
    await user.click(await button('Remove Chart Dashboard'));
    expect(await screen.findByText('is no longer saved.', { exact: false })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await button('Remove Chart Dashboard')).toHaveFocus();
    const changes = api.requests.map(({ method, path }) => `${method} ${path}`).filter((call) => !call.startsWith('GET'));
    expect(changes).toEqual(['DELETE /modules/m1/save', 'DELETE /modules/m1/save', 'PUT /modules/m1/save']);
  });
});

describe('/toolbox/purchased (product 2.45, 3.30)', () => {
  function open(modules: OwnedModule[], routes: Routes = {}) {
    let now = modules;
    api = fakeApi({ 'GET /modules/purchased': () => paged(...now), ...routes });
    const view = renderScreen(<PurchasedModulesPage />, { at: '/toolbox/purchased' });
    return { ...view, change: (changed: OwnedModule[]) => (now = changed) };
  }
  const row = async (name = 'Chart Dashboard') => within(await screen.findByRole('article', { name }));
  const readFacts = async (name: string) =>
    (await row(name)).getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);

  it('shows what was bought or downloaded, in which versions, under which license', async () => {
    const free = { id: 'm2', title: 'Form Builder', purchase: null, priceCents: 0, downloaded: '1.0.0' };
    const gone = { id: 'm3', title: 'Old Maps', status: 'unpublished' as const };
    const major = { id: 'm4', title: 'Table Kit', version: '2.0.0', downloaded: '1.0.0' };
    const modules = [{}, free, gone, major].map((overrides) => buildOwnedModule(overrides));
    const { user } = open(modules, { 'GET /modules/purchased': afterFailure(paged(...modules)) });
    expect(await screen.findByText('Your purchases could not be loaded')).toBeVisible();
    await user.click(await tryAgain());
    const bought = await row();
    expect(screen.getByRole('heading', { level: 1, name: 'Purchased Modules' })).toBeVisible();
    expect(bought.getByRole('link', { name: 'Chart Dashboard' })).toHaveAttribute('href', '/toolbox/m1');
    expect(await readFacts('Chart Dashboard')).toEqual([
      'Bought: Nov 20, 2026 for $19',
      'License: Standard',
      'Version bought: 1.0.0',
      'Newest version: 1.0.0',
      'You downloaded: Nothing yet',
    ]);
    expect(bought.getByText('Test mode: no money moves')).toBeVisible();
    const receipt = bought.getByRole('link', { name: 'Receipt for Chart Dashboard' });
    expect(receipt).toHaveAttribute('href', '/toolbox/purchased/p1/receipt');
    expect(bought.queryByText('Update available')).toBeNull();
    expect(await readFacts('Form Builder')).toEqual([
      'Got for free: Nov 20, 2026',
      'Newest version: 1.0.0',
      'You downloaded: 1.0.0',
    ]);
    expect((await row('Form Builder')).queryByText('Test mode: no money moves')).toBeNull();
    expect((await row('Form Builder')).queryByRole('link', { name: /Receipt/ })).toBeNull();
    expect((await row('Old Maps')).getByText('No longer in the catalogue')).toBeVisible();
    expect((await row('Old Maps')).getByRole('button', { name: 'Download 1.0.0 Old Maps' })).toBeEnabled();
    const versions = ['Newest version: 2.0.0', 'Included for you: 1.0.0', 'You downloaded: 1.0.0'];
    expect(await readFacts('Table Kit')).toEqual(expect.arrayContaining(versions));
    expect((await row('Table Kit')).queryByText('Update available')).toBeNull();
    expect((await row('Table Kit')).getByRole('button', { name: 'Download 1.0.0 Table Kit' })).toBeEnabled();
  });

  it('shows an update with its notes until it is downloaded (product 4.27)', async () => {
    const newer = buildOwnedModule({ version: '1.1.0', downloaded: '1.0.0', hasUpdate: true });
    newer.included = { ...newer.included, version: '1.1.0', notes: 'Dark theme' };
    const { user, change } = open([newer], { 'GET /modules/:id/download': () => ZIP });
    expect((await row()).getByText('Update available')).toBeVisible();
    expect((await row()).getByText('New in 1.1.0').nextSibling).toHaveTextContent('Dark theme');
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    URL.createObjectURL = () => 'blob:1';
    URL.revokeObjectURL = () => {};
    change([{ ...newer, downloaded: '1.1.0', hasUpdate: false }]);
    await user.click((await row()).getByRole('button', { name: 'Download 1.1.0 Chart Dashboard' }));
    await waitFor(() => expect(screen.queryByText('Update available')).toBeNull());
    expect(api?.requests.find(({ path }) => path.endsWith('/download'))?.params).toEqual({ version: '1.1.0' });
  });
});

it.each([
  ['/toolbox/saved', SavedModulesPage, 'No saved modules yet'],
  ['/toolbox/purchased', PurchasedModulesPage, 'Nothing purchased yet'],
])('%s leads to the Toolbox while it is empty (product 10.10)', async (at, Page, text) => {
  api = fakeApi({ 'GET /modules/:list': () => paged() });
  renderScreen(<Page />, { at });
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Browse the Toolbox' })).toHaveAttribute('href', '/toolbox');
});

describe('the receipt (product 2.45)', () => {
  function open(answer: () => object) {
    api = fakeApi({ 'GET /modules/purchased/:id': answer });
    const path = '/toolbox/purchased/:purchaseId/receipt';
    return renderScreen(<ReceiptPage />, { at: '/toolbox/purchased/p1/receipt', path });
  }
  const buildReceipt = (purchase: Parameters<typeof buildPurchase>[0] = {}) => ({
    receipt: {
      purchase: buildPurchase(purchase),
      title: 'Chart Dashboard',
      buyer: 'Maya Okafor',
      seller: { _id: 'lena', name: 'Lena Vogt', image: null },
    },
  });
  const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextSibling;

  it('shows who bought what from whom, when, under which license and for how much, and prints (product 8.17)', async () => {
    const { user } = open(afterFailure(buildReceipt()));
    expect(await screen.findByText('The receipt could not be loaded')).toBeVisible();
    await user.click(await tryAgain());
    expect(await screen.findByText('R-20261120-7K3M9Q2WXA')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
    expect(document.title).toBe('Receipt R-20261120-7K3M9Q2WXA · Solvent');
    for (const [name, text] of [
      ['Number', 'R-20261120-7K3M9Q2WXA'],
      ['Date', 'November 20, 2026'],
      ['Buyer', 'Maya Okafor'],
      ['Seller', 'Lena Vogt'],
      ['Module', 'Chart Dashboard, version 1.0.0'],
      ['License', 'Standard. For a single project.'],
      ['Amount', '$19.00'],
    ] as const)
      expect(fact(name)).toHaveTextContent(text);
    expect(screen.getByText('Test mode: no money moves')).toBeVisible();
    const terms = within(screen.getByRole('list', { name: 'Standard license' })).getAllByRole('listitem');
    expect(terms[0]).toHaveTextContent('Allowed: One project, your own or a client’s');
    expect(terms.at(-1)).toHaveTextContent('Not allowed: Passing on or selling the code itself');
    const print = jest.spyOn(window, 'print').mockImplementation(() => {});
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  it('has no test mode where money moved (product 4.18)', async () => {
    open(() => buildReceipt({ testMode: false }));
    expect(await screen.findByText('R-20261120-7K3M9Q2WXA')).toBeVisible();
    expect(screen.queryByText('Test mode: no money moves')).toBeNull();
  });

  it('of another user is not found (product 6.9)', async () => {
    open(() => refuse('not_found', 'This receipt does not exist.'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Receipt not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Purchased Modules' })).toHaveAttribute('href', '/toolbox/purchased');
  });
});

it('the Developer Toolbox dialog announces the Toolbox and has no action (product 1.5)', async () => {
  const close = jest.fn();
  const { user } = renderScreen(<ToolboxDialog open onClose={close} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Developer Toolbox' }));
  for (const text of ['Coming Soon', /A library of pre-built plug-and-play code modules\./, /The Toolbox opens soon\./])
    expect(dialog.getByText(text)).toBeVisible();
  expect(dialog.getAllByRole('listitem')).toHaveLength(3);
  expect(dialog.queryByRole('link')).toBeNull();
  expect(dialog.getAllByRole('button')).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalled();
});
