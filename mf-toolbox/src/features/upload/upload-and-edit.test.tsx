import { jest } from '@jest/globals';
import { MODULE_UPLOAD } from '@solvent/contracts';
import type { Module } from '@solvent/contracts';
import { clearSession, readKey } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { buildModuleDetail } from '../../testing/build-module.ts';
import { Component as EditPage } from './edit/edit-page.tsx';
import { editDraftKey } from './edit/use-edit-form.ts';
import {
  address,
  button,
  chooseFiles,
  chooseFilesAndAgree,
  confirmUpload,
  field,
  createFile,
  openUpload,
  replaceText,
  buildUploaded,
  storeDraft,
  ZIP,
} from '../../testing/open-upload.ts';
import { draftKey } from './upload-draft.ts';

const CANCELED = 'The upload was canceled. Your texts are kept on this device.';
let page: ReturnType<typeof openUpload>;
let userId: string;

function openFilled(...answers: Parameters<typeof openUpload>) {
  storeDraft(userId);
  page = openUpload(...answers);
  chooseFilesAndAgree();
}
async function upload(...answers: Parameters<typeof openUpload>) {
  openFilled(...answers);
  await confirmUpload();
}
const keys = () => page.api.requests.filter(({ method }) => method === 'POST').map(({ headers }) => headers['Idempotency-Key']);
const draft = () => readKey(draftKey(userId));
const bar = () => screen.getByRole('progressbar', { name: 'Uploading module...', hidden: true });
const never = () => new Promise<object>(() => undefined);
const failure = () => screen.findByRole('alert', { hidden: true });

beforeEach(() => {
  userId = signInAs()._id;
});
afterEach(() => {
  page.unmount();
  page.api.restore();
  jest.restoreAllMocks();
  clearSession();
  window.localStorage.clear();
});

describe('an upload in progress (product 2.37, 4.21)', () => {
  it('shows what was sent in a visible bar, warns before the tab is closed, and focuses Try again after a failure', async () => {
    let report: (part: number) => void = () => undefined;
    let fail = () => {};
    openFilled((progress) => {
      report = progress;
      return new Promise<object>((resolve) => (fail = () => resolve(NETWORK_FAILURE)));
    });
    const scroll = jest.spyOn(Element.prototype, 'scrollIntoView');
    await confirmUpload();
    await waitFor(() => expect(keys()).toHaveLength(1));
    act(() => report(0.17));
    expect(await screen.findByText('17%')).toBeVisible();
    expect(bar()).toHaveAttribute('aria-valuenow', '17');
    expect(screen.getByText('Keep this page open until it is done.')).toBeVisible();
    expect(field.title()).toBeDisabled();
    expect(scroll.mock.contexts.some((element) => (element as Element).contains(bar()))).toBe(true);
    await waitFor(() => expect(bar().parentElement).toHaveFocus());
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    act(() => report(1));
    expect(await screen.findByText('Everything is sent. The archive is being checked.')).toBeVisible();
    fail();
    await waitFor(() => expect(button('Try again')).toHaveFocus());
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it.each([
    ['in the middle, without an answer', 0.5, NETWORK_FAILURE, CANCELED],
    ['when all of it was sent, without an answer', 1, NETWORK_FAILURE, /^We could not confirm whether your module was published/],
  ])('is canceled by its key %s; the draft gets another key (product 7.10, 8.11)', async (_when, part, answer, text) => {
    await upload(
      (progress) => {
        progress(part);
        return never();
      },
      () => answer,
    );
    await waitFor(() => expect(keys()).toHaveLength(1));
    const [key] = keys();
    fireEvent.click(button('Cancel'));
    await waitFor(() => expect(address()).toHaveTextContent(/^\/toolbox$/));
    expect(await screen.findByText(text)).toBeVisible();
    expect(page.api.requests.at(-1)).toMatchObject({ method: 'DELETE', path: `/modules/uploads/${String(key)}` });
    expect(draft()).toContain('Payment Setup');
    expect(draft()).not.toContain(key);
  });

  it('is undone by Cancel when it was stored while the bar still fills', async () => {
    await upload(() => buildUploaded({ id: 'm7' }));
    await waitFor(() => expect(draft()).toBeNull());
    fireEvent.click(button('Cancel'));
    await waitFor(() => expect(address()).toHaveTextContent(/^\/toolbox$/));
    expect(await screen.findByText(CANCELED)).toBeVisible();
    expect(page.api.requests.at(-1)).toMatchObject({ method: 'DELETE', path: `/modules/uploads/${String(keys()[0])}` });
    expect(draft()).toContain('Payment Setup');
  });

  it('is done for a user who leaves while the bar still fills', async () => {
    await upload(() => buildUploaded());
    await waitFor(() => expect(draft()).toBeNull());
    act(() => clearSession());
    expect(await screen.findByText('Your module was uploaded successfully.')).toBeVisible();
  });
});

it('a stored upload reports the review and files to leave out, also on the next page (product 1.6, 2.37)', async () => {
  jest.replaceProperty<{ stepPercent: number }, 'stepPercent'>(MODULE_UPLOAD, 'stepPercent', 100);
  const findings = [{ path: 'node_modules/', line: null, text: 'Leave it out.' }];
  const review = { version: '1.0.0', stage: 'team' as const, reason: null, findings };
  await upload(() => buildUploaded({ status: 'in-review', review }));
  const secrets = 'Your archive has files that should be left out. See them under My Modules.';
  const reviewed = /^Our team reviews it within 3-5 business days\. We will notify you of the decision. Follow it under/;
  expect(await screen.findByText(secrets)).toBeVisible();
  expect(screen.getByText(reviewed)).toBeVisible();
  expect(screen.getByText('Your module was uploaded successfully. Redirecting to Toolbox...')).toBeVisible();
  expect(screen.getByRole('link', { name: 'My Modules' })).toHaveAttribute('href', '/toolbox/own');
  await waitFor(() => expect(address()).toHaveTextContent(/^\/toolbox$/));
  expect(await screen.findByText(secrets, { selector: '[role=alert]' })).toBeVisible();
  expect(await screen.findByText(reviewed)).toBeVisible();
});

describe('an upload that fails (product 8.20)', () => {
  it('is sent again as the same module, without a second question, unless it was changed (product 11.7)', async () => {
    await upload((progress) => {
      progress(0.6);
      return NETWORK_FAILURE;
    });
    expect(await failure()).toHaveTextContent('The connection was lost at 60 %: nothing was published.');
    expect(field.title()).toHaveValue('Payment Setup');
    expect(screen.getByText('payments.zip')).toBeVisible();
    fireEvent.click(button('Try again'));
    await waitFor(() => expect(keys()).toHaveLength(2));
    expect(new Set(keys()).size).toBe(1);
    expect(screen.queryByText('Confirm Upload')).not.toBeInTheDocument();
    await failure();
    replaceText(field.title(), 'Payment Setup Two');
    fireEvent.click(button('Try again'));
    expect(await screen.findByText('Confirm Upload', { selector: 'button' })).toBeVisible();
    expect(keys()).toHaveLength(2);
    fireEvent.click(button('Go Back'));
    await waitFor(() => expect(screen.queryByText('Confirm Upload')).not.toBeInTheDocument());
    await waitFor(() => expect(button('Upload Module')).toBeEnabled());
  });

  it('is another module after an answer that used up its key: published before, or rejected', async () => {
    const before = '“Payment Setup” was published before with what this form held then, and what differs now is not in it.';
    const review = { version: '1.0.0', stage: 'archive' as const, reason: 'It holds a symlink', findings: [] };
    const answers = [refuse('conflict', before), buildUploaded({ status: 'rejected', review })];
    await upload(() => answers.shift() ?? NETWORK_FAILURE);
    expect(await failure()).toHaveTextContent(before);
    expect(draft()).toContain('Takes payments in an afternoon.');
    expect(screen.queryByText('Try again')).not.toBeInTheDocument();
    await confirmUpload();
    await waitFor(() => expect(field.zip()).toHaveAccessibleDescription('It holds a symlink'));
    await confirmUpload();
    expect(await screen.findByText('Try again')).toBeVisible();
    expect(draft()).toContain('Payment Setup');
    expect(new Set(keys()).size).toBe(3);
  });

  it('names a file that changed on the disk since it was chosen', async () => {
    openFilled(() => NETWORK_FAILURE);
    const built = createFile('built.zip', 10);
    built.slice = () => {
      throw new DOMException('changed', 'NotReadableError');
    };
    chooseFiles(field.zip(), built);
    await confirmUpload();
    expect(await failure()).toHaveTextContent('A file has changed since it was chosen, so it could not be sent.');
    await waitFor(() =>
      expect(field.zip()).toHaveAccessibleDescription('“built.zip” was changed, moved or deleted. Choose it again.'),
    );
    chooseFiles(field.zip(), ZIP);
    await waitFor(() => expect(field.zip()).not.toHaveAttribute('aria-invalid', 'true'));
  });

  it("shows the server's messages under their fields, and the others beside the button (product 5.1)", async () => {
    const errors = { title: 'This title is not allowed', zipFile: 'The archive is not a zip file', other: 'Odd.' };
    await upload(() => refuse('invalid', 'Please check the form.', errors));
    expect(await failure()).toHaveTextContent('Please check the form. Odd.');
    await waitFor(() => expect(field.zip()).toHaveAccessibleDescription('The archive is not a zip file'));
    expect(field.title()).toHaveAccessibleDescription('This title is not allowed');
    await waitFor(() => expect(field.title()).toHaveFocus());
    expect(screen.queryByText('Try again')).not.toBeInTheDocument();
    expect(button('Upload Module')).toBeEnabled();
    replaceText(field.title(), 'Payment Setup Two');
    await waitFor(() => expect(field.title()).toBeValid());
  });
});

describe('editing a module (product 2.38)', () => {
  const KEY = editDraftKey('lena', 'm1');
  const NEW_TITLE = 'Chart Dashboard for admins';

  type Load = (module: Module) => object;
  async function open(load: Load = (module) => ({ module }), save = (): object => ({}), module: Partial<Module> = {}) {
    const given = buildModuleDetail({ tags: ['React'], demoUrl: 'https://example.com/demo', ...module });
    const api = fakeApi({ 'GET /modules/:id': () => load(given), 'PUT /modules/:id': save });
    const view = renderScreen(<EditPage />, { at: '/toolbox/chart-dashboard/edit', path: '/toolbox/:moduleId/edit' });
    page = { api, ...view };
    await screen.findByRole('heading', { level: 1 });
    return page;
  }
  const sent = () => page.api.requests.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body }));
  const save = () => fireEvent.click(button('Save changes'));

  beforeEach(() => void signInAs({ _id: 'lena' }));

  it('loads its texts, saves the changes and navigates to the module; its address stays (product 5.12, 8.11)', async () => {
    let isBroken = true;
    const texts = { priceCents: 1950, keyFeatures: ['Fast'], license: 'ISC' as const, repositoryUrl: 'https://example.com/code' };
    await open((module) => (isBroken ? refuse('internal', 'Boom') : { module }), undefined, texts);
    expect(screen.getByRole('heading', { level: 1, name: 'The module could not be loaded' })).toBeVisible();
    isBroken = false;
    fireEvent.click(button('Try again'));
    await waitFor(() => expect(field.title()).toHaveValue('Chart Dashboard'));
    expect(field.price('Paid')).toBeChecked();
    expect(field.amount()).toHaveValue('19.50');
    expect(field.license()).toHaveValue('ISC');
    expect(field.tech('React')).toBeChecked();
    expect(field.repository()).toHaveValue('https://example.com/code');
    expect(field.documentation()).toHaveValue('## Use\n\nDraw a **chart**.');
    expect(screen.queryByText('Choose a .zip file, or drop it here')).toBeNull();
    expect(screen.queryByText('Draft kept on this device')).toBeNull();
    replaceText(field.title(), ` ${NEW_TITLE} `);
    expect(screen.getByText('Draft kept on this device')).toBeVisible();
    expect(field.slug()).toHaveValue('chart-dashboard');
    replaceText(field.amount(), '');
    save();
    await waitFor(() => expect(field.amount()).toHaveAccessibleDescription('Enter a price, or choose free'));
    replaceText(field.amount(), '19.50');
    save();
    expect(await screen.findByText('Module updated')).toBeVisible();
    await waitFor(() => expect(address()).toHaveTextContent(/^\/toolbox\/chart-dashboard$/));
    const { description, documentation } = buildModuleDetail();
    const prices = { price: 'paid', priceAmount: '19.50', license: 'ISC' };
    const addresses = { repositoryUrl: 'https://example.com/code', demoUrl: 'https://example.com/demo', sandboxUrl: '' };
    const body = {
      title: NEW_TITLE,
      description,
      techStack: ['React'],
      documentation,
      keyFeatures: ['Fast'],
      ...prices,
      ...addresses,
    };
    expect(sent()).toEqual([{ path: '/modules/m1', body }]);
    expect(readKey(KEY)).toBeNull();
  });

  it('keeps what was typed after failures and a reload, until it is discarded (product 10.10, 10.12)', async () => {
    const failures = [NETWORK_FAILURE, refuse('invalid', 'Wrong', { title: 'This title is taken' })];
    const first = await open(undefined, () => failures.shift() ?? {});
    replaceText(field.title(), NEW_TITLE);
    save();
    expect(
      await screen.findByText(/^The module could not be saved. Your changes are still here. Please try again/),
    ).toBeVisible();
    await waitFor(() => expect(button('Save changes')).toBeEnabled());
    save();
    expect(await screen.findByText('This title is taken')).toBeVisible();
    expect(address()).toHaveTextContent('/toolbox/chart-dashboard/edit');
    first.unmount();
    page.api.restore();
    await open();
    expect(field.title()).toHaveValue(NEW_TITLE);
    fireEvent.click(button('Discard changes'));
    await waitFor(() => expect(field.title()).toHaveValue('Chart Dashboard'));
    expect(readKey(KEY)).toBeNull();
  });

  it('is for its author alone, and reports an unknown module (product 2.33, 6.7)', async () => {
    signInAs({ _id: 'mira' });
    const { unmount, api } = await open();
    expect(screen.getByRole('heading', { level: 1, name: 'This is not your module' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'View the module' })).toHaveAttribute('href', '/toolbox/chart-dashboard');
    expect(screen.queryByRole('textbox')).toBeNull();
    unmount();
    api.restore();
    await open(() => refuse('not_found', 'No'));
    expect(screen.getByRole('heading', { level: 1, name: 'Module not found' })).toBeVisible();
  });
});
