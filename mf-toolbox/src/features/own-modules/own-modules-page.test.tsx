import type { Earnings, ModuleContactBody, OwnModule } from '@solvent/contracts';
import { getRuntimeConfig } from '@solvent/http';
import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { buildOwnModule } from '../../testing/build-module.ts';
import { Component } from './own-modules-page.tsx';

type Routes = Parameters<typeof fakeApi>[0];

const NOTHING: Earnings = { salesCents: 0, feeCents: 0, netCents: 0, missingCents: 5000, testMode: true };
let api: ReturnType<typeof fakeApi>;

interface Own {
  earnings?: Earnings;
  showsEmail?: boolean;
  routes?: Routes;
}

function open(modules: OwnModule[], { earnings = NOTHING, showsEmail = false, routes = {} }: Own = {}) {
  let now = modules;
  const paging = { page: 1, limit: 12, totalPages: 1 };
  api = fakeApi({
    'GET /modules/own': () => ({ modules: now, earnings, showsEmail, ...paging }),
    'PUT /modules/own/contact': ({ body }) => {
      ({ showsEmail } = body as ModuleContactBody);
      return {};
    },
    ...routes,
  });
  const view = renderScreen(<Component />, { at: '/toolbox/own' });
  return { ...view, change: (changed: OwnModule[]) => (now = changed) };
}
const sent = (method: string) => api.requests.filter((request) => request.method === method);
const row = async (name = 'Chart Dashboard') => within(await screen.findByRole('article', { name }));
const zip = (name: string, size = 3) => {
  const file = new File(['zip'], name, { type: 'application/zip' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

beforeEach(() => void signInAs({ _id: 'lena', email: 'lena@example.com' }));
afterEach(() => {
  clearSession();
  api.restore();
});

describe('what an author earned (product 2.38)', () => {
  const amount = (name: string) => screen.getByText(name).nextSibling;

  it('are the sales, the fee of 15 %, the rest, and what is missing until the payout', async () => {
    open([], { earnings: { salesCents: 3800, feeCents: 570, netCents: 3230, missingCents: 1200, testMode: true } });
    await screen.findByRole('heading', { name: 'Earnings' });
    expect(amount('Sales')).toHaveTextContent('$38');
    expect(amount('Platform fee (15%)')).toHaveTextContent('-$5.70');
    expect(amount('Your share')).toHaveTextContent('$32.30');
    expect(screen.getByText(/^\$12 to go until you are paid out: .* from \$50 in sales\.$/)).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '76');
    expect(screen.getByText('Test mode: no money moves')).toBeVisible();
  });

  it('says where nothing can be bought', async () => {
    Object.assign(getRuntimeConfig(), { payments: 'none' });
    open([]);
    expect(await screen.findByText('Nothing can be bought here yet')).toBeVisible();
    expect(screen.queryByText('Test mode: no money moves')).toBeNull();
    Object.assign(getRuntimeConfig(), { payments: undefined });
  });

  it('are nothing at first: the fee too, without a sign', async () => {
    open([]);
    await screen.findByRole('heading', { name: 'Earnings' });
    expect(amount('Platform fee (15%)')?.textContent).toBe('$0');
  });

  it('says when the threshold is reached', async () => {
    open([], { earnings: { salesCents: 9000, feeCents: 1350, netCents: 7650, missingCents: 0, testMode: true } });
    expect(await screen.findByText('You have reached $50 in sales. Payouts are made every two weeks.')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  });
});

describe('how an author is written to (product 2.32)', () => {
  const button = () => screen.findByRole('switch', { name: 'Show my e-mail address on my modules' });
  const puts = () => sent('PUT').map(({ path, body }) => [path, body]);

  it('is in a conversation, unless they show their address', async () => {
    const { user } = open([]);
    expect(await button()).not.toBeChecked();
    expect(await button()).toHaveAccessibleDescription(/^Nobody sees lena@example\.com\..*opens a conversation/);
    await user.click(await button());
    expect(await screen.findByText('Your modules show your e-mail address')).toBeVisible();
    expect(await button()).toBeChecked();
    expect(await button()).toHaveAccessibleDescription(/^Everybody can read lena@example\.com there\..*a mail to you/);
    await user.click(await button());
    expect(await screen.findByText('Your modules no longer show your e-mail address')).toBeVisible();
    expect(await button()).not.toBeChecked();
    const path = '/modules/own/contact';
    expect(puts()).toEqual([
      [path, { showsEmail: true }],
      [path, { showsEmail: false }],
    ]);
  });

  it('stays as it was where the server did not follow', async () => {
    const { user } = open([], { showsEmail: true, routes: { 'PUT /modules/own/contact': () => NETWORK_FAILURE } });
    await user.click(await button());
    expect(await screen.findByText('The setting could not be changed. Please try again.')).toBeVisible();
    expect(await button()).toBeChecked();
  });
});

describe('an author’s modules', () => {
  it('can be edited', async () => {
    open([buildOwnModule()]);
    const edit = (await row()).getByRole('link', { name: 'Edit Chart Dashboard' });
    expect(edit).toHaveAttribute('href', '/toolbox/m1/edit');
  });

  it('say so while there are none', async () => {
    open([]);
    expect(await screen.findByText('No modules yet')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Upload a module' })[0]).toHaveAttribute('href', '/toolbox/upload');
  });

  it('could not be loaded, and are tried again', async () => {
    let broken = true;
    const { user } = open([], {
      routes: { 'GET /modules/own': () => (broken ? refuse('internal', 'No') : { modules: [], earnings: NOTHING }) },
    });
    expect(await screen.findByText('Your modules could not be loaded')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No modules yet')).toBeVisible();
  });

  it('show state, figures and sales', async () => {
    open([buildOwnModule({ salesCount: 2, salesCents: 3800, downloads: 1 })]);
    const module = await row();
    expect(module.getByText('Published')).toBeVisible();
    expect(module.getByRole('link', { name: 'Chart Dashboard' })).toHaveAttribute('href', '/toolbox/m1');
    expect(module.getByText('2 sales, $38')).toBeVisible();
    expect(module.getByText('1 download')).toBeVisible();
  });

  it('tell why one was refused, and what was found in it', async () => {
    const findings = [{ path: 'src/keys.ts', line: 4, text: 'This looks like a key of AWS. Take it out.' }];
    open([
      buildOwnModule({
        status: 'rejected',
        review: { version: '1.0.0', stage: 'archive', reason: 'The archive holds a link to /etc.', findings },
      }),
    ]);
    const module = await row();
    expect(module.getByText('Not published')).toBeVisible();
    expect(module.getByText('The archive holds a link to /etc.')).toBeVisible();
    expect(within(module.getByRole('list', { name: 'Findings' })).getByRole('listitem')).toHaveTextContent(
      'src/keys.ts:4 This looks like a key of AWS. Take it out.',
    );
    expect(module.queryByRole('button', { name: /publish/i })).toBeNull();
  });

  it('tell how far the review is', async () => {
    open([buildOwnModule({ status: 'in-review', review: { version: '1.0.0', stage: 'team', reason: null, findings: [] } })]);
    expect((await row()).getByText('Our team looks at it. Module review takes 3-5 business days.')).toBeVisible();
    expect((await row()).queryByRole('button')).toBeNull();
  });

  it('tell of a further version that is in review, while the module stays in the catalogue', async () => {
    open([buildOwnModule({ review: { version: '1.1.0', stage: 'team', reason: null, findings: [] } })]);
    expect((await row()).getByText('Published')).toBeVisible();
    expect((await row()).getByRole('status')).toHaveTextContent(
      'Version 1.1.0 is in review. Our team looks at it. Module review takes 3-5 business days.',
    );
  });

  it('are unpublished after one question, and published again', async () => {
    const { user, change } = open([buildOwnModule()], {
      routes: {
        'PUT /modules/:id/status': ({ body }) => {
          const status = (body as Pick<OwnModule, 'status'>).status;
          change([buildOwnModule({ status })]);
          return {};
        },
      },
    });
    await user.click((await row()).getByRole('button', { name: 'Unpublish Chart Dashboard' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unpublish this module?' }));
    await user.click(dialog.getByRole('button', { name: 'Unpublish' }));
    expect(await screen.findByText('The module is no longer in the catalogue')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Publish Chart Dashboard again' }));
    expect(await screen.findByText('The module is in the catalogue again')).toBeVisible();
    expect(sent('PUT').map(({ body }) => body)).toEqual([{ status: 'unpublished' }, { status: 'published' }]);
  });
});

it('a module that is not in the catalogue is deleted after one question', async () => {
  const { user, change } = open([buildOwnModule({ status: 'unpublished' })], {
    routes: {
      'DELETE /modules/:id': () => {
        change([]);
        return {};
      },
    },
  });
  await user.click((await row()).getByRole('button', { name: 'Delete Chart Dashboard' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this module?' }));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('The module was deleted')).toBeVisible();
  expect(await screen.findByText('No modules yet')).toBeVisible();
});

describe('a new version', () => {
  async function openDialog(post: Routes[string] = () => ({})) {
    const view = open([buildOwnModule({ version: '1.2.3' })], { routes: { 'POST /modules/:id/versions': post } });
    await view.user.click((await row()).getByRole('button', { name: 'New version of Chart Dashboard' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New version' }));
    return { ...view, dialog, send: () => view.user.click(dialog.getByRole('button', { name: 'Upload version' })) };
  }

  it('proposes its number, and sends texts before the file', async () => {
    const { user, dialog, send } = await openDialog();
    expect(dialog.getByRole('textbox', { name: 'Version' })).toHaveValue('1.3.0');
    await user.type(dialog.getByRole('textbox', { name: 'What is new' }), 'Dark theme');
    await user.upload(dialog.getByLabelText('ZIP file'), zip('chart.zip'));
    await send();
    expect(await screen.findByText('The version was uploaded')).toBeVisible();
    const form = sent('POST')[0]?.body as FormData;
    expect([...form.keys()]).toEqual(['version', 'notes', 'zipFile']);
    expect(form.get('version')).toBe('1.3.0');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('wants a file and a version that is one', async () => {
    const { user, dialog, send } = await openDialog();
    await user.clear(dialog.getByRole('textbox', { name: 'Version' }));
    await user.type(dialog.getByRole('textbox', { name: 'Version' }), 'next');
    await send();
    expect(await dialog.findByText('A version is three numbers, such as 1.2.0')).toBeVisible();
    expect(dialog.getByText('Choose a ZIP file')).toBeVisible();
    expect(sent('POST')).toEqual([]);
  });

  it.each([
    ['chart.zip', 50 * 1024 * 1024 + 1, 'File size must be less than 50MB'],
    ['chart.rar', 3, 'Only .zip files are allowed'],
  ])('takes no %s of %i bytes', async (name, size, text) => {
    const { dialog, user, send } = await openDialog();
    const field = dialog.getByLabelText('ZIP file');
    field.removeAttribute('accept');
    await user.upload(field, zip(name, size));
    expect(await dialog.findByText(text)).toBeVisible();
    await send();
    expect(sent('POST')).toEqual([]);
  });

  it('that the server refuses says why, and keeps what was typed', async () => {
    const { user, dialog, send } = await openDialog(() =>
      refuse('invalid', 'Please check the form.', { version: 'There is a version 1.3.0 already.' }),
    );
    await user.upload(dialog.getByLabelText('ZIP file'), zip('chart.zip'));
    await send();
    expect(await dialog.findByText('There is a version 1.3.0 already.')).toBeVisible();
    expect(dialog.getByText(/^chart\.zip/)).toBeVisible();
  });

  it('can be broken off while it goes out', async () => {
    const { user, dialog, send } = await openDialog(() => new Promise<never>(() => {}));
    await user.upload(dialog.getByLabelText('ZIP file'), zip('chart.zip'));
    await send();
    expect(await dialog.findByRole('progressbar', { name: 'Uploading the version' })).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(dialog.queryByRole('progressbar')).toBeNull());
    expect(dialog.getByRole('button', { name: 'Upload version' })).toBeEnabled();
    expect(screen.queryByText(/could not be uploaded/)).toBeNull();
  });
});
