import { jest } from '@jest/globals';
import { getRuntimeConfig } from '@solvent/http';
import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openModule, title } from '../../../testing/open-module.tsx';
import { buildModuleDetail, buildPurchase, ZIP, ZIP_SHA256 } from '../../../testing/build-module.ts';

type Options = NonNullable<Parameters<typeof openModule>[0]>;

let opened: ReturnType<typeof openModule>;
async function open(options: Options = {}) {
  opened = openModule(options);
  await title();
  return opened;
}

const FREE = { priceCents: 0 };
const download = (name = 'Download Now') => screen.getByRole('button', { name });
/** Files that the browser was handed: name and number of bytes. */
const handed: { name: string; size: number }[] = [];

function followFiles() {
  const blobs = new Map<string, Blob>();
  URL.createObjectURL = (blob: Blob) => {
    blobs.set(`blob:${blobs.size}`, blob);
    return `blob:${blobs.size - 1}`;
  };
  URL.revokeObjectURL = () => {};
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    handed.push({ name: this.download, size: blobs.get(this.href)?.size ?? 0 });
  });
}

/** As the browser does it, for the bytes of this test. */
async function digest(_algorithm: string, bytes: ArrayBuffer): Promise<ArrayBuffer> {
  if (bytes.byteLength !== ZIP.byteLength) return new Uint8Array(32).buffer;
  return Uint8Array.from(ZIP_SHA256.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16)).buffer;
}

beforeEach(() => {
  followFiles();
  Object.defineProperty(globalThis.crypto, 'subtle', { value: { digest }, configurable: true });
});
afterEach(() => {
  jest.restoreAllMocks();
  handed.length = 0;
  clearSession();
  opened.api.restore();
});

describe('what a module costs (product 2.30)', () => {
  it('is a one-time purchase', async () => {
    await open({ module: { priceCents: 1950 } });
    const price = within(screen.getByRole('region', { name: 'Price' }));
    expect(price.getByText('$19.50')).toBeVisible();
    expect(price.getByText('One-time purchase')).toBeVisible();
    expect(price.getByText('Test mode: no money moves')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Download Now' })).toBeNull();
  });

  it('or is nothing', async () => {
    await open({ module: FREE });
    expect(within(screen.getByRole('region', { name: 'Price' })).getByText('Free')).toBeVisible();
    expect(screen.queryByText('One-time purchase')).toBeNull();
    expect(download()).toBeEnabled();
  });

  it('is nothing to its author, who downloads it', async () => {
    signInAs({ _id: 'lena' });
    await open();
    expect(download()).toBeEnabled();
    expect(screen.queryByText('Buy Now')).toBeNull();
  });
});

describe('where no payments are set up', () => {
  beforeEach(() => void Object.assign(getRuntimeConfig(), { payments: 'none' }));
  afterEach(() => void Object.assign(getRuntimeConfig(), { payments: undefined }));

  it.each([
    ['a visitor', () => undefined],
    ['who is signed in', () => void signInAs({ _id: 'ada' })],
  ])('a module with a price says to %s that it cannot be bought, beside what it costs', async (_who, arrive) => {
    arrive();
    await open({ module: { priceCents: 1950 } });
    const price = within(screen.getByRole('region', { name: 'Price' }));
    expect(price.getByText('$19.50')).toBeVisible();
    expect(price.getByText('This module cannot be bought here yet. Free modules can be downloaded.')).toBeVisible();
    expect(screen.queryByText('Buy Now')).toBeNull();
    expect(screen.queryByText('Test mode: no money moves')).toBeNull();
  });

  it('what is free, or was bought before, is downloaded as ever', async () => {
    await open({ module: FREE });
    expect(download()).toBeEnabled();
    opened.unmount();
    opened.api.restore();
    signInAs({ _id: 'ada' });
    await open({ module: { priceCents: 1950, owned: true } });
    expect(download()).toBeEnabled();
  });
});

describe('downloading', () => {
  it('hands over the published bytes, rests for three seconds, and asks anew what one has', async () => {
    await open({ module: FREE, routes: { 'GET /modules/:id/download': () => ZIP } });
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    try {
      fireEvent.click(download());
      await act(() => jest.advanceTimersByTimeAsync(1));
      await waitFor(() => expect(download('Downloaded')).toBeDisabled());
      expect(handed).toEqual([{ name: 'chart-dashboard-1.0.0.zip', size: 3 }]);
      await act(() => jest.advanceTimersByTimeAsync(2900));
      expect(download('Downloaded')).toBeDisabled();
      await act(() => jest.advanceTimersByTimeAsync(200));
      expect(download()).toBeEnabled();
    } finally {
      jest.useRealTimers();
    }
    const asked = opened.sent('GET').map(({ path }) => path);
    expect(opened.sent('GET').find(({ path }) => path.endsWith('/download'))?.params).toEqual({ version: '1.0.0' });
    expect(asked.filter((path) => path === '/modules/m1')).toHaveLength(2);
  });

  it('hands nothing over that is not what was published', async () => {
    const { user } = await open({
      module: FREE,
      routes: { 'GET /modules/:id/download': () => new Uint8Array([1, 2, 3, 4]).buffer },
    });
    await user.click(download());
    expect(await screen.findByText('The download was damaged on its way. Please try again.')).toBeVisible();
    expect(handed).toEqual([]);
    expect(download()).toBeEnabled();
  });

  it.each([
    [
      'the sentence of the server',
      refuse('rate_limited', 'Too many downloads. Wait a minute.'),
      'Too many downloads. Wait a minute.',
    ],
    ['its own without one', NETWORK_FAILURE, 'The download failed. Please try again.'],
  ])('that failed says so, with %s', async (_what, failure, text) => {
    const { user } = await open({ module: FREE, routes: { 'GET /modules/:id/download': () => failure } });
    await user.click(download());
    expect(await screen.findByText(text)).toBeVisible();
    expect(handed).toEqual([]);
  });
});

describe('buying', () => {
  const buy = async () => {
    await opened.user.click(screen.getByRole('button', { name: 'Buy Now' }));
    return within(await screen.findByRole('dialog', { name: 'Buy Chart Dashboard' }));
  };

  it('is for who is signed in', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Buy Now' })).toHaveAttribute('href', '/signin');
    await opened.user.click(screen.getByRole('link', { name: 'Buy Now' }));
    expect(screen.getByLabelText('Route state')).toHaveTextContent('{"from":"/toolbox/m1"}');
  });

  it('offers both licences with what they cost, and ends with the alert and the ZIP', async () => {
    signInAs();
    const { user, sent } = await open({
      routes: {
        'POST /modules/:id/purchase': () => ({ purchase: buildPurchase({ license: 'extended', priceCents: 5700 }) }),
        'GET /modules/:id/download': () => ZIP,
      },
    });
    const dialog = await buy();
    const terms = dialog.getByRole('list', { name: 'Standard license' });
    expect(terms).toHaveTextContent(/Allowed: One project, your own.*Not allowed: A second project, or SaaS/);
    expect(dialog.getByRole('list', { name: 'Extended license' })).toHaveTextContent('Software as a service (SaaS)');
    expect(dialog.getByText('Test mode: no money moves')).toBeVisible();
    expect(dialog.getByRole('radio', { name: /Standard.*\$19.*single project/ })).toBeChecked();
    expect(dialog.getByRole('button', { name: 'Buy for $19' })).toBeEnabled();
    await user.click(dialog.getByRole('radio', { name: /Extended.*\$57.*multiple projects or SaaS/ }));
    await user.click(dialog.getByRole('button', { name: 'Buy for $57' }));
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Purchase Successful!')).toBeVisible();
    expect(alert.getByText('Thank you for your purchase. You can now download the module.')).toBeVisible();
    expect(sent('POST')).toMatchObject([{ path: '/modules/m1/purchase', body: { license: 'extended', priceCents: 5700 } }]);
    expect(download()).toBeEnabled();
    expect(screen.getByText(/^You bought it under the Extended license/)).toBeVisible();
    expect(alert.getByRole('link', { name: 'Purchased' })).toHaveAttribute('href', '/toolbox/purchased');
    await waitFor(() => expect(alert.getByRole('button', { name: 'Download ZIP' })).toHaveFocus());
    await user.click(alert.getByRole('button', { name: 'Download ZIP' }));
    expect(await alert.findByRole('button', { name: 'Downloaded' })).toBeDisabled();
    expect(handed).toHaveLength(1);
  });

  it.each([
    ['the sentence of the server', refuse('conflict', 'The price is $29 now.'), 'The price is $29 now.'],
    [
      'honesty where none came',
      NETWORK_FAILURE,
      'The purchase could not be confirmed. Please try again: nothing is ever bought twice.',
    ],
  ])('that failed keeps the dialog, with %s', async (_what, failure, text) => {
    signInAs();
    await open({ routes: { 'POST /modules/:id/purchase': () => failure } });
    const dialog = await buy();
    await opened.user.click(dialog.getByRole('button', { name: 'Buy for $19' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(text);
    expect(dialog.getByRole('button', { name: 'Buy for $19' })).toBeEnabled();
    expect(screen.queryByText('Purchase Successful!')).toBeNull();
  });

  it('of a module that goes meanwhile says what becomes of the payment, where the page says that it is gone', async () => {
    signInAs();
    const gone = refuse('not_found', 'This module was taken out of the Toolbox while you paid. You get your payment back.');
    let isGone = false;
    await open({
      routes: {
        'GET /modules/:id': () =>
          isGone ? refuse('not_found', 'This module does not exist.') : { module: buildModuleDetail({}) },
        'POST /modules/:id/purchase': () => {
          isGone = true;
          return gone;
        },
      },
    });
    const dialog = await buy();
    await opened.user.click(dialog.getByRole('button', { name: 'Buy for $19' }));
    expect(await screen.findByText('Module not found')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText(/You get your payment back/)).toBeVisible();
  });
});

it('Share Module copies the link where the system has no share dialog', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Share Module' }));
  expect(await screen.findByText('Link copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/toolbox/chart-dashboard`);
});
