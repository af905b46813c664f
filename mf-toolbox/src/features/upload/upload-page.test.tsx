import { jest } from '@jest/globals';
import { MODULE_TECHNOLOGIES, MODULE_UPLOAD } from '@solvent/contracts';
import { getRuntimeConfig } from '@solvent/http';
import { clearSession, readKey, writeKey } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  address,
  button,
  chooseFiles,
  chooseFilesAndAgree,
  CLIP,
  confirmUpload,
  field,
  createFile,
  fillIn,
  iconButton,
  openUpload,
  replaceText,
  SHOT,
  buildUploaded,
  storeDraft,
  ZIP,
} from '../../testing/open-upload.ts';
import { draftKey } from './upload-draft.ts';
import { formatPrice } from './upload-values.ts';

let page: ReturnType<typeof openUpload>;
let userId: string;
const open = (...args: Parameters<typeof openUpload>) => (page = openUpload(...args));
const sent = () => page.api.requests.filter(({ method }) => method === 'POST');
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

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

describe('the form of a module (product 2.35, 3.13)', () => {
  it('has its sections, and starts free and under MIT (product 3.24, 9.9, 10.21)', async () => {
    const { user } = open();
    expect(screen.getByRole('heading', { level: 1, name: 'Upload Your Module' })).toBeVisible();
    for (const name of ['Module Information', 'Code Upload', 'Preview Media', 'Documentation'])
      expect(screen.getByRole('region', { name })).toBeVisible();
    expect(field.price('Free')).toBeChecked();
    expect(field.license()).toHaveValue('MIT');
    for (const name of MODULE_TECHNOLOGIES) expect(field.tech(name)).not.toBeChecked();
    expect(field.zip()).toHaveAttribute('accept', '.zip');
    expect(field.zip()).not.toHaveAttribute('multiple');
    expect(field.images()).toHaveAttribute('accept', '.png,.jpg,.jpeg,.gif,.webp');
    expect(field.images()).toHaveAttribute('multiple');
    expect(field.videos()).toHaveAttribute('accept', '.mp4,.webm');
    expect(field.slug()).toHaveAttribute('readonly');
    replaceText(field.title(), 'Payment Setup & More!');
    expect(field.slug()).toHaveValue('payment-setup-and-more');
    await user.click(button('Cancel'));
    expect(address()).toHaveTextContent('/toolbox');
    expect(sent()).toEqual([]);
  });

  it('shows each error under its field, and focuses the first (product 5.1, 5.11)', async () => {
    storeDraft(userId, { techStack: MODULE_TECHNOLOGIES.slice(1, 11) });
    const { user } = open();
    replaceText(field.title(), '支払い A');
    fireEvent.blur(field.title());
    await waitFor(() => expect(field.slug()).toHaveAccessibleDescription('Slug must be at least 3 characters'));
    replaceText(field.title(), 'ab');
    replaceText(field.repository(), 'my repository');
    chooseFiles(field.zip(), createFile('code.rar', 10));
    await waitFor(() => expect(field.zip()).toHaveAccessibleDescription('Only .zip files are allowed'));
    fireEvent.click(field.tech('React'));
    expect(await screen.findByText('You can select up to 10 technologies')).toBeVisible();
    fireEvent.click(field.tech('React'));
    expect(await screen.findByText('10 of up to 10 chosen')).toBeVisible();
    await user.click(field.price('Paid'));
    replaceText(field.amount(), 'a lot');
    replaceText(field.license(), '');
    fireEvent.click(button('Upload Module'));
    for (const [element, text] of [
      [field.title, 'Title must be at least 3 characters'],
      [field.description, 'Description must be at least 10 characters'],
      [field.amount, 'Price must be a number'],
      [field.license, 'Please select a license'],
      [field.repository, 'Please enter a valid repository URL'],
      [field.documentation, 'Documentation must be at least 10 characters'],
    ] as const)
      await waitFor(() => expect(element()).toHaveAccessibleDescription(text));
    expect(screen.getByText('You must agree to the terms and conditions')).toBeVisible();
    await waitFor(() => expect(field.title()).toHaveFocus());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('has a note where nothing can be bought (product 4.18)', async () => {
    Object.assign(getRuntimeConfig(), { payments: 'none' });
    const { user } = open();
    expect(screen.queryByText(/cannot be bought here yet/)).toBeNull();
    await user.click(field.price('Paid'));
    expect(
      screen.getByText('Paid modules cannot be bought here yet. Yours will be listed, but no one can download it.'),
    ).toBeVisible();
    Object.assign(getRuntimeConfig(), { payments: undefined });
  });
});

describe('the preview media (product 2.35)', () => {
  it('open at full size, are added to, and can be removed', async () => {
    const { user } = open();
    chooseFiles(field.images(), SHOT);
    await user.click(iconButton('View shot.png'));
    let view = await dialog('shot.png');
    expect(await view.findByRole('img', { name: 'shot.png' })).toHaveAttribute('src', 'blob:file');
    fireEvent.error(view.getByRole('img'));
    expect(screen.getByText('This browser cannot show the file.')).toBeVisible();
    await user.click(view.getByRole('button', { name: 'Close' }));
    await isClosed();
    await waitFor(() => expect(iconButton('View shot.png')).toHaveFocus());
    chooseFiles(field.images(), SHOT, new File(['more'], 'second.png', { type: 'image/png' }));
    const list = within(screen.getByRole('list', { name: 'Preview Images' }));
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    await user.click(iconButton('Remove shot.png'));
    expect(screen.queryByText('shot.png')).not.toBeInTheDocument();
    expect(field.images()).toHaveFocus();
    chooseFiles(field.videos(), CLIP);
    await user.click(iconButton('View clip.mp4'));
    view = await dialog('clip.mp4');
    expect(view.queryByRole('button', { name: 'Zoom in' })).toBeNull();
    expect(view.getByLabelText('clip.mp4')).toHaveProperty('controls', true);
    expect(view.getByLabelText('clip.mp4')).toHaveProperty('autoplay', true);
  });
});

describe('the draft of a module (product 3.2, 10.12)', () => {
  function reload() {
    page.unmount();
    page.api.restore();
    open();
  }

  it('restores the texts after a reload, not the agreement, and asks for the files again by name', async () => {
    open();
    expect(screen.queryByText('Draft kept on this device')).not.toBeInTheDocument();
    fillIn();
    fireEvent.click(field.price('Paid'));
    replaceText(field.amount(), '12');
    replaceText(field.license(), 'ISC');
    chooseFiles(field.images(), SHOT);
    chooseFiles(field.videos(), CLIP);
    expect(screen.getByText('Draft kept on this device')).toBeVisible();
    reload();
    reload();
    expect(field.title()).toHaveValue('Payment Setup');
    expect(field.slug()).toHaveValue('payment-setup');
    expect(field.description()).toHaveValue('Takes payments in an afternoon.');
    expect(field.tech('React')).toBeChecked();
    expect(field.amount()).toHaveValue('12');
    expect(field.license()).toHaveValue('ISC');
    expect(field.documentation()).toHaveValue('# Payments\n\nInstall it and go.');
    expect(field.terms()).not.toBeChecked();
    for (const name of [ZIP.name, SHOT.name, CLIP.name]) expect(screen.getByText(name)).toBeVisible();
    chooseFiles(field.zip(), ZIP);
    chooseFiles(field.images(), SHOT);
    await waitFor(() => expect(screen.queryByLabelText(`Dismiss ${ZIP.name}`)).not.toBeInTheDocument());
    expect(screen.queryByLabelText(`Dismiss ${SHOT.name}`)).not.toBeInTheDocument();
    fireEvent.click(iconButton(`Dismiss ${CLIP.name}`));
    expect(screen.queryByText(CLIP.name)).not.toBeInTheDocument();
  });

  it('is empty once another tab has sent what it shows', async () => {
    open();
    const key = draftKey(userId);
    replaceText(field.title(), 'Payment');
    const oldValue = readKey(key);
    writeKey(key, null);
    await act(async () => void window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue: null })));
    expect(field.title()).toHaveValue('');
    expect(readKey(key)).toBeNull();
  });

  it('gets another key once another tab has sent other text', async () => {
    open();
    const key = draftKey(userId);
    const keyOfDraft = () => JSON.parse(readKey(key) ?? '{}').idempotencyKey;
    replaceText(field.title(), 'Payment');
    const before = keyOfDraft();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: null })));
    replaceText(field.title(), 'Payment Two');
    await waitFor(() => expect(readKey(key)).toContain('Payment Two'));
    expect(keyOfDraft()).not.toBe(before);
  });

  it('shows no note without storage', async () => {
    open();
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    replaceText(field.title(), 'Payment');
    expect(screen.queryByText('Draft kept on this device')).not.toBeInTheDocument();
    await waitFor(() => expect(warn).toHaveBeenCalled());
  });
});

describe('an upload', () => {
  it.each([
    ['free', '5', 'Free'],
    ['paid', '', '$0.00'],
    ['paid', '-5', '-$5.00'],
    ['paid', '1200.5', '$1,200.50'],
  ] as const)('of %s and "%s" costs %s (product 2.36, 5.12)', (price, priceAmount, text) => {
    expect(formatPrice({ price, priceAmount })).toBe(text);
  });

  it('is confirmed first; Go Back returns to the form (product 2.36, 5.12)', async () => {
    const { user } = open();
    fillIn();
    await user.click(field.price('Paid'));
    await user.selectOptions(field.license(), 'Commercial');
    fireEvent.click(field.tech('Node.js'));
    await user.click(button('Upload Module'));
    const before = await dialog('Confirm Upload');
    expect(before.getByText('$0.00')).toBeVisible();
    expect(before.getByText('Without an amount, this module is free and anyone can download it.')).toBeVisible();
    await user.click(before.getByRole('button', { name: 'Go Back' }));
    await isClosed();
    replaceText(field.amount(), '$1,200.5');
    await waitFor(() => expect(button('Upload Module')).toBeEnabled());
    await user.click(button('Upload Module'));
    const after = await dialog('Confirm Upload');
    for (const text of ['Payment Setup', 'Commercial', '$1,200.50', 'React, Node.js', 'Takes payments in an afternoon.'])
      expect(after.getByText(text)).toBeVisible();
    expect(after.queryByText(/^Without an amount/)).not.toBeInTheDocument();
    await user.click(after.getByRole('button', { name: 'Go Back' }));
    await isClosed();
    expect(field.title()).toHaveValue('Payment Setup');
    expect(sent()).toEqual([]);
  });

  it('sends texts and files, shows success and navigates to the Toolbox (product 2.37, 4.21, 7.10, 9.15)', async () => {
    jest.replaceProperty<{ stepPercent: number }, 'stepPercent'>(MODULE_UPLOAD, 'stepPercent', 100);
    storeDraft(userId);
    const { queryClient } = open(() => buildUploaded({ repositoryUrl: 'https://github.com/ada/payments' }));
    queryClient.setQueryData(['modules', 'list'], []);
    chooseFilesAndAgree();
    replaceText(field.repository(), 'https://github.com/ada/payments');
    replaceText(screen.getByLabelText('Key Features'), 'Receipts\n\n Refunds');
    chooseFiles(field.images(), SHOT);
    chooseFiles(field.videos(), CLIP);
    await confirmUpload();
    expect(screen.getByRole('progressbar', { name: 'Uploading module...' })).toBeVisible();
    expect(button('Upload Module')).toBeDisabled();
    const form = sent()[0]?.body as FormData;
    expect(Object.fromEntries([...form].map(([name, value]) => [name, value instanceof File ? value.name : value]))).toEqual({
      title: 'Payment Setup',
      description: 'Takes payments in an afternoon.',
      techStack: '["React"]',
      price: 'free',
      license: 'MIT',
      documentation: '# Payments\n\nInstall it and go.',
      keyFeatures: '["Receipts"," Refunds"]',
      repositoryUrl: 'https://github.com/ada/payments',
      termsAgreement: 'true',
      zipFile: ZIP.name,
      previewImages: SHOT.name,
      previewVideos: CLIP.name,
    });
    expect(sent()[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f-]{36}$/);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('SuccessYour module was uploaded successfully. Redirecting to Toolbox...');
    expect(address()).toHaveTextContent('/toolbox/upload');
    expect(readKey(draftKey(userId))).toBeNull();
    await waitFor(() => expect(address()).toHaveTextContent(/^\/toolbox$/));
    expect(screen.getByLabelText('Route state')).toHaveTextContent('{"uploaded":"m1"}');
    expect(queryClient.getQueryState(['modules', 'list'])?.isInvalidated).toBe(true);
  });
});
