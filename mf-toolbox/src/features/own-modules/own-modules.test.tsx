import type { Earnings, ModuleContactBody, OwnModule } from '@solvent/contracts';
import { getRuntimeConfig } from '@solvent/http';
import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildOwnModule } from '../../testing/build-module.ts';
import { respondInOrder } from '../../testing/respond-in-order.ts';
import { Component } from './own-modules-page.tsx';

type Routes = Parameters<typeof fakeApi>[0];

const NOTHING: Earnings = { salesCents: 0, feeCents: 0, netCents: 0, missingCents: 5000, testMode: true };
let api: ReturnType<typeof fakeApi>;

function open(modules: OwnModule[], { earnings = NOTHING, routes = {} }: { earnings?: Earnings; routes?: Routes } = {}) {
  let now = modules;
  let showsEmail = false;
  const contacts = [NETWORK_FAILURE];
  const list = () => ({ modules: now, earnings, showsEmail, page: 1, limit: 12, totalPages: 1 });
  api = fakeApi({
    'GET /modules/own': list,
    'PUT /modules/own/contact': ({ body }) => {
      const failure = contacts.shift();
      if (!failure) ({ showsEmail } = body as ModuleContactBody);
      return failure ?? {};
    },
    ...routes,
  });
  const view = renderScreen(<Component />, { at: '/toolbox/own' });
  return { ...view, list, change: (changed: OwnModule[]) => (now = changed) };
}
const sent = (method: string) => api.requests.filter((request) => request.method === method);
const row = async (name = 'Chart Dashboard') => within(await screen.findByRole('article', { name }));
const ZIP_FILE = new File(['zip'], 'chart.zip', { type: 'application/zip' });

beforeEach(() => void signInAs({ _id: 'lena', email: 'lena@example.com' }));
afterEach(() => {
  clearSession();
  api.restore();
});

describe('earnings (product 1.6, 2.38)', () => {
  const amount = (name: string) => screen.getByText(name).nextSibling;

  it('are the sales, the fee of 15%, the share, and what is missing until the payout', async () => {
    const { unmount } = open([], {
      earnings: { salesCents: 3800, feeCents: 570, netCents: 3230, missingCents: 1200, testMode: true },
    });
    await screen.findByRole('heading', { name: 'Earnings' });
    expect(amount('Sales')).toHaveTextContent('$38');
    expect(amount('Platform fee (15%)')).toHaveTextContent('-$5.70');
    expect(amount('Your share')).toHaveTextContent('$32.30');
    expect(screen.getByText(/^\$12 until your next payout\. Payouts .* from \$50 in sales\.$/)).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '76');
    expect(screen.getByText('Test mode: no money moves')).toBeVisible();
    unmount();
    api.restore();
    open([], { earnings: { salesCents: 9000, feeCents: 1350, netCents: 7650, missingCents: 0, testMode: true } });
    expect(await screen.findByText('You have reached $50 in sales. Payouts are made every two weeks.')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  });

  it('have a note where nothing can be bought (product 4.18)', async () => {
    Object.assign(getRuntimeConfig(), { payments: 'none' });
    open([]);
    expect(await screen.findByText('Nothing can be bought here yet')).toBeVisible();
    expect(screen.queryByText('Test mode: no money moves')).toBeNull();
    Object.assign(getRuntimeConfig(), { payments: undefined });
  });
});

describe('the own modules (product 2.38)', () => {
  it('have an empty state, also after a failure; the address is shown on request (product 2.32, 10.10, 10.11)', async () => {
    const failures = [refuse('internal', 'No')];
    const opened = open([], { routes: { 'GET /modules/own': () => failures.shift() ?? opened.list() } });
    const { user } = opened;
    expect(await screen.findByText('Your modules could not be loaded')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No modules yet')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Upload a module' })[0]).toHaveAttribute('href', '/toolbox/upload');
    expect(screen.getByText('Platform fee (15%)').nextSibling?.textContent).toBe('$0');
    const toggle = () => screen.getByRole('switch', { name: 'Show my email address on my modules' });
    expect(toggle()).not.toBeChecked();
    expect(toggle()).toHaveAccessibleDescription(/^lena@example\.com is not shown\..*opens a conversation/);
    await user.click(toggle());
    expect(await screen.findByText('The setting could not be changed. Please try again.')).toBeVisible();
    expect(toggle()).not.toBeChecked();
    await user.click(toggle());
    expect(await screen.findByText('Your modules show your email address')).toBeVisible();
    expect(toggle()).toBeChecked();
    expect(toggle()).toHaveAccessibleDescription(/^Anyone can see lena@example\.com there\..*you an email/);
    await user.click(toggle());
    expect(await screen.findByText('Your modules no longer show your email address')).toBeVisible();
    expect(toggle()).not.toBeChecked();
    expect(sent('PUT').map(({ body }) => body)).toEqual([{ showsEmail: true }, { showsEmail: true }, { showsEmail: false }]);
  });

  it('show their state, figures, review and findings (product 4.17, 8.17)', async () => {
    const review = { version: '1.0.0', stage: 'team' as const, reason: null, findings: [] };
    const findings = [{ path: 'src/keys.ts', line: 4, text: 'This looks like a key of AWS. Take it out.' }];
    const reason = 'The archive holds a link to /etc.';
    open([
      buildOwnModule({ salesCount: 2, salesCents: 3800, downloads: 1, review: { ...review, version: '1.1.0' } }),
      buildOwnModule({ id: 'm2', title: 'Maps', status: 'rejected', review: { ...review, stage: 'archive', reason, findings } }),
      buildOwnModule({ id: 'm3', title: 'Kit', status: 'in-review', review }),
    ]);
    const published = await row();
    expect(published.getByText('Published')).toBeVisible();
    expect(published.getByRole('link', { name: 'Chart Dashboard' })).toHaveAttribute('href', '/toolbox/m1');
    expect(published.getByRole('link', { name: 'Edit Chart Dashboard' })).toHaveAttribute('href', '/toolbox/m1/edit');
    expect(published.getByText('2 sales, $38')).toBeVisible();
    expect(published.getByText('1 download')).toBeVisible();
    expect(published.getByRole('status')).toHaveTextContent(
      'Version 1.1.0 is in review. Our team is reviewing it. Module review takes 3-5 business days.',
    );
    const rejected = await row('Maps');
    expect(rejected.getByText('Not published')).toBeVisible();
    expect(rejected.getByText(reason)).toBeVisible();
    expect(within(rejected.getByRole('list', { name: 'Findings' })).getByRole('listitem')).toHaveTextContent(
      'src/keys.ts:4 This looks like a key of AWS. Take it out.',
    );
    expect(rejected.queryByRole('button', { name: /publish/i })).toBeNull();
    const inReview = await row('Kit');
    expect(inReview.getByText('Our team is reviewing it. Module review takes 3-5 business days.')).toBeVisible();
    expect(inReview.queryByRole('button')).toBeNull();
  });

  it('that are on hold because of a secret are published after one question, or replaced (product 4.17)', async () => {
    const findings = [
      { path: '.env', line: 1, text: 'This looks like a live key of Stripe.' },
      { path: 'a.ts', line: 9, text: 'This looks like a private key.' },
      { path: '.env', line: null, text: 'Leave it out.' },
    ];
    const review = { version: '1.0.0', stage: 'secrets' as const, reason: null, findings };
    const held = buildOwnModule({ status: 'in-review', review });
    const { user, change } = open([held], {
      routes: {
        'PUT /modules/:id/versions/:version/no-secret': () => {
          change([buildOwnModule({ version: '1.0.0' })]);
          return { module: { review: { ...review, stage: 'done' } } };
        },
      },
    });
    const shown = await row();
    expect(shown.getByText('On hold')).toBeVisible();
    expect(shown.getByRole('status')).toHaveTextContent(
      /^We found what looks like a secret in \.env, line 1, and in 1 more place\.\s*No one can get version 1\.0\.0 until you confirm/,
    );
    expect(shown.getAllByRole('listitem')).toHaveLength(3);
    expect(shown.getByRole('button', { name: 'Delete Chart Dashboard' })).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Upload a new version' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New version' }));
    expect(dialog.getByRole('textbox', { name: 'Version' })).toHaveValue('1.1.0');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(shown.getByRole('button', { name: 'It is not a secret' }));
    const question = within(await screen.findByRole('dialog', { name: 'Publish this version?' }));
    expect(question.getByText(/^Everyone who gets version 1\.0\.0 can read what is in \.env, line 1/)).toBeVisible();
    expect(sent('PUT')).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Publish version' }));
    expect(await screen.findByText('The version was published')).toBeVisible();
    expect(sent('PUT')).toMatchObject([{ path: '/modules/m1/versions/1.0.0/no-secret' }]);
    expect(await shown.findByText('Published')).toBeVisible();
  });

  it('show why they were taken down, and can then only be deleted (product 6.10)', async () => {
    const takenDown = { reason: 'Its license does not allow selling it.', at: '2026-11-20T10:00:00.000Z' };
    open([buildOwnModule({ title: 'Chart Dashboard', status: 'unpublished', takenDown })]);
    const taken = await row();
    expect(taken.getByText('Its license does not allow selling it.')).toBeVisible();
    expect(taken.getAllByRole('button').map((button) => button.textContent)).toEqual(['Delete']);
    expect(taken.queryByRole('link', { name: /^Edit/ })).toBeNull();
  });

  it('are published again, unpublished after one question, and deleted after another (product 8.11, 8.12)', async () => {
    const { user, change } = open([buildOwnModule({ status: 'unpublished' })], {
      routes: {
        'PUT /modules/:id/status': ({ body }) => {
          change([buildOwnModule({ status: (body as Pick<OwnModule, 'status'>).status })]);
          return {};
        },
        'DELETE /modules/:id': () => {
          change([]);
          return {};
        },
      },
    });
    const confirm = async (name: string, action: string) => {
      const question = within(await screen.findByRole('dialog', { name }));
      await user.click(question.getByRole('button', { name: action }));
    };
    await user.click(await screen.findByRole('button', { name: 'Publish Chart Dashboard again' }));
    expect(await screen.findByText('The module is in the catalogue again')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Unpublish Chart Dashboard' }));
    await confirm('Unpublish this module?', 'Unpublish');
    expect(await screen.findByText('The module is no longer in the catalogue')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Delete Chart Dashboard' }));
    await confirm('Delete this module?', 'Delete');
    expect(await screen.findByText('The module was deleted')).toBeVisible();
    expect(await screen.findByText('No modules yet')).toBeVisible();
    const statuses = sent('PUT').map(({ body }) => (body as Pick<OwnModule, 'status'>).status);
    expect(statuses).toEqual(['published', 'unpublished']);
  });
});

describe('a new version (product 5.13)', () => {
  async function openDialog(post: Routes[string] = () => ({})) {
    const view = open([buildOwnModule({ review: { version: '1.2.3', stage: 'done', reason: null, findings: [] } })], {
      routes: { 'POST /modules/:id/versions': post },
    });
    await view.user.click((await row()).getByRole('button', { name: 'New version of Chart Dashboard' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New version' }));
    return { ...view, dialog, send: () => view.user.click(dialog.getByRole('button', { name: 'Upload version' })) };
  }

  it('suggests its number, checks the fields, keeps them after a refusal, and is sent (product 5.11, 8.11)', async () => {
    const refusal = refuse('invalid', 'Please check the form.', { version: 'There is a version 1.3.0 already.' });
    const { user, dialog, send } = await openDialog(respondInOrder(refusal, {}));
    const version = dialog.getByRole('textbox', { name: 'Version' });
    const file = dialog.getByLabelText(/^Zip File/);
    expect(version).toHaveValue('1.3.0');
    await user.clear(version);
    await user.type(version, 'next');
    await send();
    expect(await dialog.findByText('A version is three numbers, such as 1.2.0')).toBeVisible();
    expect(dialog.getByText('Choose a ZIP file')).toBeVisible();
    expect(sent('POST')).toEqual([]);
    await user.upload(file, ZIP_FILE);
    await user.clear(version);
    await user.type(version, '1.3.0');
    await user.type(dialog.getByRole('textbox', { name: 'What is new' }), 'Dark theme');
    await send();
    expect(await dialog.findByText('There is a version 1.3.0 already.')).toBeVisible();
    expect(dialog.getByText(/^chart\.zip/)).toBeVisible();
    await user.clear(version);
    await user.type(version, '1.4.0');
    await send();
    expect(await screen.findByText('The version was uploaded')).toBeVisible();
    const form = sent('POST').at(-1)?.body as FormData;
    // The server reads the texts before the file.
    expect([...form.keys()]).toEqual(['version', 'notes', 'zipFile']);
    expect([form.get('version'), form.get('notes')]).toEqual(['1.4.0', 'Dark theme']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('can be canceled during the upload', async () => {
    const { user, dialog, send } = await openDialog(() => new Promise<never>(() => {}));
    await user.upload(dialog.getByLabelText(/^Zip File/), ZIP_FILE);
    await send();
    expect(await dialog.findByRole('progressbar', { name: 'Uploading the version' })).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(dialog.queryByRole('progressbar')).toBeNull());
    expect(dialog.getByRole('button', { name: 'Upload version' })).toBeEnabled();
    expect(screen.queryByText(/could not be uploaded/)).toBeNull();
  });

  it('can no longer be canceled once all of it is sent, since it may be published already (product 10.11)', async () => {
    let progress: (part: number) => void = () => undefined;
    const { user, dialog, send } = await openDialog((_request, sending) => {
      progress = sending?.progress ?? progress;
      return new Promise<never>(() => {});
    });
    await user.upload(dialog.getByLabelText(/^Zip File/), ZIP_FILE);
    await send();
    await dialog.findByRole('progressbar', { name: 'Uploading the version' });
    act(() => progress(1));
    expect(dialog.getByText('Checking the archive')).toBeVisible();
    for (const name of ['Cancel', 'Close']) expect(dialog.getByRole('button', { name })).toBeDisabled();
    await user.keyboard('{Escape}');
    expect(dialog.getByText('Checking the archive')).toBeVisible();
  });
});
