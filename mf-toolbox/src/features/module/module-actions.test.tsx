import { jest } from '@jest/globals';
import { MODULE_REPORT_REASONS } from '@solvent/contracts';
import type { Module } from '@solvent/contracts';
import { getRuntimeConfig } from '@solvent/http';
import { savePendingAction } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { MODULE_DETAILS_KEY } from '../../api/modules.ts';
import { buildModuleDetail, buildPurchase, ZIP, ZIP_SHA256 } from '../../testing/build-module.ts';
import { respondInOrder } from '../../testing/respond-in-order.ts';
import { closeModule, openModulePage } from '../../testing/open-module.tsx';
import type { openModule } from '../../testing/open-module.tsx';

type Routes = NonNullable<Parameters<typeof openModule>[0]>['routes'];

let opened: ReturnType<typeof openModule>;
async function open(module: Partial<Module> = {}, routes: Routes = {}, at = '/toolbox/m1') {
  opened = await openModulePage({ module, routes, at });
  return opened;
}
const button = (name: string) => screen.getByRole('button', { name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const region = (name: string) => within(screen.getByRole('region', { name }));

/** Runs a test on fake timers; `pass` advances them. */
async function onFakeTime(run: (pass: (milliseconds: number) => Promise<void>) => Promise<void>) {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  try {
    await run((milliseconds) => act(() => jest.advanceTimersByTimeAsync(milliseconds)));
  } finally {
    jest.useRealTimers();
  }
}

afterEach(() => {
  jest.restoreAllMocks();
  closeModule();
});

describe('Save Module (product 2.30, 10.11)', () => {
  const isSaved = (saved: boolean) => expect(button('Save Module')).toHaveAttribute('aria-pressed', String(saved));

  it('saves at once, reverts after a failure, and takes it back (product 8.11)', async () => {
    signInAs();
    const put = respondInOrder(NETWORK_FAILURE, {});
    const { user, sent } = await open({}, { 'PUT /modules/:id/save': put, 'DELETE /modules/:id/save': () => ({}) });
    await user.click(button('Save Module'));
    expect(await screen.findByText('Failed to save the module. Please try again.')).toBeVisible();
    isSaved(false);
    await user.click(button('Save Module'));
    isSaved(true);
    expect(await screen.findByText('Module saved')).toBeVisible();
    await user.click(button('Save Module'));
    expect(await screen.findByText('Module no longer saved')).toBeVisible();
    isSaved(false);
    expect(sent('DELETE').map(({ path }) => path)).toEqual(['/modules/m1/save']);
  });

  it('keeps the age of every module: it is not the response to the signed-in user (product 10.9)', async () => {
    signInAs();
    const { user, queryClient } = await open({}, { 'PUT /modules/:id/save': () => ({}) });
    const other = [...MODULE_DETAILS_KEY, 'm2'];
    queryClient.setQueryData(other, buildModuleDetail({ id: 'm2' }), { updatedAt: 1 });
    queryClient.setQueriesData({ queryKey: MODULE_DETAILS_KEY }, (module: unknown) => module, { updatedAt: 1 });
    await user.click(button('Save Module'));
    expect(await screen.findByText('Module saved')).toBeVisible();
    isSaved(true);
    const ages = queryClient.getQueryCache().findAll({ queryKey: MODULE_DETAILS_KEY });
    expect(ages.map(({ state }) => state.dataUpdatedAt)).toEqual([1, 1]);
  });

  it('ignores an answer from before it was saved', async () => {
    signInAs();
    let saved = false;
    let isHeld = false;
    let answerBefore = () => {};
    const get = () => {
      const answer = { module: buildModuleDetail({ saved }) };
      return isHeld && !saved ? new Promise<object>((resolve) => (answerBefore = () => resolve(answer))) : answer;
    };
    const put = () => {
      saved = true;
      return {};
    };
    const { user, queryClient } = await open({}, { 'GET /modules/:id': get, 'PUT /modules/:id/save': put });
    isHeld = true;
    void queryClient.refetchQueries();
    await user.click(button('Save Module'));
    expect(await screen.findByText('Module saved')).toBeVisible();
    await act(async () => answerBefore());
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    isSaved(true);
  });

  it('signs in first, and then saves once (product 3.2)', async () => {
    const AT = '/toolbox/m1?tab=installation';
    const saves = () => opened.sent('PUT').map(({ path }) => path);
    const visit = (routes: Routes = {}, signIn = (): unknown => undefined) => {
      opened.unmount();
      opened.api.restore();
      signIn();
      return open({}, routes, AT);
    };
    const { user } = await open({}, {}, AT);
    await user.click(button('Save Module'));
    expect(screen.getByLabelText('Address')).toHaveTextContent('/signin');
    expect(screen.getByLabelText('Route state')).toHaveTextContent('"action":{"kind":"save-module","id":"m1"}');
    savePendingAction('save-module', 'm1');
    await visit();
    expect(saves()).toEqual([]);
    const routes = { 'PUT /modules/:id/save': () => opened.change({ saved: true }) };
    await visit(routes, signInAs);
    expect(await screen.findByText('Module saved')).toBeVisible();
    await waitFor(() => isSaved(true));
    expect(saves()).toEqual(['/modules/m1/save']);
    await waitFor(() => expect(opened.sent('GET').filter(({ path }) => path === '/modules/m1')).toHaveLength(2));
    await visit(routes);
    expect(saves()).toEqual([]);
  });
});

describe('buying and downloading (product 2.30, 4.18, 4.19)', () => {
  /** Files handed to the browser. */
  const saved: { name: string; size: number }[] = [];
  const price = () => region('Price');
  const DOWNLOAD = 'GET /modules/:id/download';

  beforeEach(() => {
    saved.length = 0;
    let blob = new Blob();
    URL.createObjectURL = (given: Blob) => {
      blob = given;
      return 'blob:0';
    };
    URL.revokeObjectURL = () => {};
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, size: blob.size });
    });
    const published = Uint8Array.from(ZIP_SHA256.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16)).buffer;
    const digest = async (_name: string, { byteLength }: ArrayBuffer) => (byteLength === 3 ? published : new ArrayBuffer(32));
    Object.defineProperty(globalThis.crypto, 'subtle', { value: { digest }, configurable: true });
  });

  it('saves only the published bytes, also for a visitor (product 6.3, 8.11)', async () => {
    const damaged = new Uint8Array([1, 2, 3, 4]).buffer;
    const refusal = refuse('rate_limited', 'Too many downloads. Wait a minute.');
    const { user } = await open({ priceCents: 0 }, { [DOWNLOAD]: respondInOrder(damaged, refusal, NETWORK_FAILURE) });
    for (const text of [
      'The download was damaged on its way. Please try again.',
      'Too many downloads. Wait a minute.',
      'The download failed. Please try again.',
    ]) {
      await user.click(await screen.findByRole('button', { name: 'Download Now' }));
      expect(await screen.findByText(text)).toBeVisible();
    }
    expect(saved).toEqual([]);
  });

  it('confirms a download for three seconds, and reloads the module (product 9.16)', async () => {
    await open({ priceCents: 0 }, { [DOWNLOAD]: () => ZIP });
    await onFakeTime(async (pass) => {
      fireEvent.click(button('Download Now'));
      await pass(1);
      await waitFor(() => expect(button('Downloaded')).toBeDisabled());
      expect(saved).toEqual([{ name: 'chart-dashboard-1.0.0.zip', size: 3 }]);
      await pass(2900);
      expect(button('Downloaded')).toBeDisabled();
      await pass(200);
      expect(button('Download Now')).toBeEnabled();
    });
    const gets = opened.sent('GET');
    expect(gets.find(({ path }) => path.endsWith('/download'))?.params).toEqual({ version: '1.0.0' });
    expect(gets.filter(({ path }) => path === '/modules/m1')).toHaveLength(2);
  });

  it('signs in before it buys (product 2.1)', async () => {
    const { user } = await open({ priceCents: 1950 });
    expect(price().getByText('$19.50')).toBeVisible();
    expect(price().getByText('One-time purchase')).toBeVisible();
    expect(price().getByText('Extended license: $58.50')).toBeVisible();
    expect(price().getByText('Test mode: no money moves')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Download Now' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Buy Now' }));
    expect(screen.getByLabelText('Address')).toHaveTextContent('/signin');
    expect(screen.getByLabelText('Route state')).toHaveTextContent('{"from":"/toolbox/m1","purpose":"buy');
  });

  it('sells nothing where no payments are set up; what was bought can be downloaded', async () => {
    Object.assign(getRuntimeConfig(), { payments: 'none' });
    await open({ priceCents: 1950 });
    expect(price().getByText('$19.50')).toBeVisible();
    expect(price().getByText('This module cannot be bought here yet. Free modules can be downloaded.')).toBeVisible();
    expect(screen.queryByText('Buy Now')).toBeNull();
    expect(screen.queryByText('Test mode: no money moves')).toBeNull();
    opened.unmount();
    opened.api.restore();
    signInAs();
    await open({ priceCents: 1950, owned: true });
    expect(button('Download Now')).toBeEnabled();
    Object.assign(getRuntimeConfig(), { payments: undefined });
  });

  it('offers both licenses, keeps the dialog after a failure, and ends with the ZIP (product 3.25, 8.20)', async () => {
    signInAs();
    const bought = { purchase: buildPurchase({ license: 'extended', priceCents: 5700 }) };
    const refusal = refuse('conflict', 'The price is $29 now.');
    const purchases = respondInOrder(refusal, NETWORK_FAILURE, bought);
    const { user, sent } = await open({}, { 'POST /modules/:id/purchase': purchases, [DOWNLOAD]: () => ZIP });
    await user.click(button('Buy Now'));
    const form = await dialog('Buy Chart Dashboard');
    const terms = form.getByRole('list', { name: 'Standard license' });
    expect(terms).toHaveTextContent(/Allowed: One project, your own.*Not allowed: A second project, or SaaS/);
    expect(form.getByRole('list', { name: 'Extended license' })).toHaveTextContent('Software as a service (SaaS)');
    expect(form.getByText('Test mode: no money moves')).toBeVisible();
    expect(form.getByRole('radio', { name: /Standard.*\$19.*single project/ })).toBeChecked();
    expect(form.getByRole('button', { name: 'Buy for $19' })).toBeEnabled();
    await user.click(form.getByRole('radio', { name: /Extended.*\$57.*multiple projects or SaaS/ }));
    await user.click(form.getByRole('button', { name: 'Buy for $57' }));
    expect(await form.findByText('The price is $29 now.')).toHaveAttribute('role', 'alert');
    await user.click(form.getByRole('button', { name: 'Buy for $57' }));
    expect(
      await form.findByText(/^The purchase could not be confirmed. Please try again: nothing is ever bought twice./),
    ).toBeVisible();
    expect(screen.queryByText('Purchase Successful!')).toBeNull();
    await user.click(form.getByRole('button', { name: 'Buy for $57' }));
    expect(await screen.findByText('Purchase Successful!')).toBeVisible();
    const alert = within(screen.getByRole('alert'));
    expect(alert.getByText('Thank you for your purchase. You can now download the module.')).toBeVisible();
    expect(sent('POST').at(-1)).toMatchObject({ path: '/modules/m1/purchase', body: { license: 'extended', priceCents: 5700 } });
    expect(button('Download Now')).toBeEnabled();
    for (const text of ['Purchased', 'Extended license']) expect(price().getAllByText(text)[0]).toBeVisible();
    expect(price().queryByText('One-time purchase')).toBeNull();
    expect(alert.getByRole('link', { name: 'Purchased' })).toHaveAttribute('href', '/toolbox/purchased');
    await waitFor(() => expect(alert.getByRole('button', { name: 'Download ZIP' })).toHaveFocus());
    await user.click(alert.getByRole('button', { name: 'Download ZIP' }));
    expect(await alert.findByRole('button', { name: 'Downloaded' })).toBeDisabled();
    expect(saved).toHaveLength(1);
  });

  it('explains what becomes of the payment for a module that is removed meanwhile', async () => {
    signInAs();
    const gone = refuse('not_found', 'This module was taken out of the Toolbox while you paid. You get your payment back.');
    const get = respondInOrder({ module: buildModuleDetail() }, refuse('not_found', 'This module does not exist.'));
    await open({}, { 'GET /modules/:id': get, 'POST /modules/:id/purchase': () => gone });
    await opened.user.click(button('Buy Now'));
    await opened.user.click((await dialog('Buy Chart Dashboard')).getByRole('button', { name: 'Buy for $19' }));
    expect(await screen.findByText('Module not found')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText(/You get your payment back/)).toBeVisible();
  });
});

it('a report may be empty, is kept after a failure, and is confirmed for three seconds (product 2.34, 4.20, 5.14, 6.3)', async () => {
  const { user, sent } = await open({}, { 'POST /modules/:id/reports': respondInOrder(NETWORK_FAILURE, {}) });
  await user.click(button('Report an Issue'));
  const form = await dialog('Report an Issue');
  const values = form.getAllByRole('option').map((option) => option.getAttribute('value'));
  expect(values).toEqual(['', ...MODULE_REPORT_REASONS]);
  await user.selectOptions(form.getByRole('combobox', { name: 'Reason' }), 'security');
  await user.type(form.getByRole('textbox', { name: 'Description' }), ' Old library. ');
  await user.click(form.getByRole('button', { name: 'Submit Report' }));
  expect(await screen.findByText('The report could not be sent. Please try again.')).toBeVisible();
  expect(form.getByRole('textbox', { name: 'Description' })).toHaveValue(' Old library. ');
  await onFakeTime(async (pass) => {
    fireEvent.click(form.getByRole('button', { name: 'Submit Report' }));
    await pass(10);
    expect(form.getByText('Thank you for your report')).toBeVisible();
    expect(form.getByText("We've received your feedback and will review it shortly.")).toBeVisible();
    await pass(2900);
    expect(screen.queryByText('Thank you for your report')).not.toBeNull();
    await pass(200);
    expect(screen.queryByText('Thank you for your report')).toBeNull();
  });
  expect(sent('POST').at(-1)).toMatchObject({ body: { reason: 'security', description: 'Old library.' } });
  fireEvent.click(button('Report an Issue'));
  const next = await dialog('Report an Issue');
  expect(next.getByRole('combobox', { name: 'Reason' })).toHaveValue('');
  fireEvent.click(next.getByRole('button', { name: 'Submit Report' }));
  expect(await next.findByText('Thank you for your report')).toBeVisible();
  expect(sent('POST').at(-1)?.body).toEqual({});
});
