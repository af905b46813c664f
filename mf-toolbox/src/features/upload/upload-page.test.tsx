import { MODULE, MODULE_TECHNOLOGIES } from '@solvent/contracts';
import { getRuntimeConfig } from '@solvent/http';
import { clearSession, readKey } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  address,
  button,
  choose,
  CLIP,
  confirmUpload,
  field,
  fileOf,
  fillIn,
  openUpload,
  rewrite,
  SHOT,
  stored,
  ZIP,
} from './test-upload.ts';
import { draftKey } from './upload-draft.ts';

type Page = ReturnType<typeof openUpload>;
let page: Page;
let userId: string;
const open = (...args: Parameters<typeof openUpload>) => (page = openUpload(...args));
const sent = () => page.api.requests.filter(({ method }) => method === 'POST');
const body = () => sent()[0]?.body as FormData;

beforeEach(() => {
  userId = signInAs()._id;
});
afterEach(() => {
  page.api.restore();
  clearSession();
  window.localStorage.clear();
});

describe('the form of a module (product 2.35)', () => {
  it('has its sections, and starts free and under MIT', () => {
    open();
    expect(screen.getByRole('heading', { level: 1, name: 'Upload Your Module' })).toBeVisible();
    for (const name of ['Module Information', 'Code Upload', 'Preview Media', 'Documentation'])
      expect(screen.getByRole('region', { name })).toBeVisible();
    expect(field.price('Free')).toBeChecked();
    expect(field.license()).toHaveValue('MIT');
    for (const name of MODULE_TECHNOLOGIES) expect(field.tech(name)).not.toBeChecked();
    expect(button('Cancel')).toBeEnabled();
    expect(button('Upload Module')).toBeEnabled();
  });

  it('makes the slug of the title, and lets nobody write it', () => {
    open();
    rewrite(field.title(), 'Payment Setup & More!');
    expect(field.slug()).toHaveValue('payment-setup-and-more');
    expect(field.slug()).toHaveAttribute('readonly');
  });

  it('takes files of the kinds and numbers of the table', () => {
    open();
    expect(field.zip()).toHaveAttribute('accept', '.zip');
    expect(field.zip()).not.toHaveAttribute('multiple');
    expect(field.images()).toHaveAttribute('accept', '.png,.jpg,.jpeg,.gif,.webp');
    expect(field.videos()).toHaveAttribute('accept', '.mp4,.webm');
    expect(field.images()).toHaveAttribute('multiple');
  });

  it('goes to the Toolbox with Cancel', async () => {
    const { user } = open();
    await user.click(button('Cancel'));
    expect(address()).toHaveTextContent('/toolbox');
    expect(sent()).toEqual([]);
  });
});

describe('what is wrong with a module', () => {
  it('is named for every field that is missing (product 5.11), and the first one is led to', async () => {
    open();
    fireEvent.click(button('Upload Module'));
    for (const text of [
      'Title must be at least 3 characters',
      'Slug must be at least 3 characters',
      'Description must be at least 10 characters',
      'Select at least one technology',
      'Please select a .zip file',
      'Documentation must be at least 10 characters',
      'You must agree to the terms and conditions',
    ])
      expect(await screen.findByText(text)).toBeVisible();
    await waitFor(() => expect(field.title()).toHaveFocus());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it.each<[text: string, element: () => HTMLElement, value: string]>([
    ['Title must be at least 3 characters', field.title, 'ab'],
    ['Title cannot exceed 100 characters', field.title, 'x'.repeat(101)],
    ['Description must be at least 10 characters', field.description, 'Too short'],
    ['Description cannot exceed 500 characters', field.description, 'x'.repeat(501)],
    ['Documentation must be at least 10 characters', field.documentation, 'Too short'],
    ['Please enter a valid repository URL', field.repository, 'my repository'],
    ['Please enter a valid repository URL', field.repository, 'ftp://example.com/code'],
    ['Please select a license', field.license, ''],
  ])('says "%s" under its field', async (text, element, value) => {
    open();
    rewrite(element(), value);
    fireEvent.blur(element());
    await waitFor(() => expect(element()).toHaveAccessibleErrorMessage(text));
  });

  it.each([
    ['Price must be a number', 'a lot'],
    ['Price must be a number', '12,50'],
    ['Price must be at least $1', '0.50'],
    ['Price cannot exceed $10,000', '10001'],
    ['Price can have two decimals at most', '9.999'],
  ])('says "%s" under the amount of a paid one', async (text, value) => {
    const { user } = open();
    await user.click(field.price('Paid'));
    rewrite(field.amount(), value);
    fireEvent.blur(field.amount());
    await waitFor(() => expect(field.amount()).toHaveAccessibleErrorMessage(text));
  });

  it('is said of a price where nothing can be bought', async () => {
    Object.assign(getRuntimeConfig(), { payments: 'none' });
    const { user } = open();
    expect(screen.queryByText(/cannot be bought here yet/)).toBeNull();
    await user.click(field.price('Paid'));
    expect(screen.getByText(/^Modules with a price cannot be bought here yet: yours is shown with its price/)).toBeVisible();
    Object.assign(getRuntimeConfig(), { payments: undefined });
  });

  it('is said under the slug where a title makes too short a one', async () => {
    open();
    rewrite(field.title(), '支払い API'.slice(0, 5));
    fireEvent.blur(field.title());
    await waitFor(() => expect(field.slug()).toHaveAccessibleErrorMessage('Slug must be at least 3 characters'));
  });

  it.each([
    ['$0.00', ''],
    ['$0.00', '0'],
    ['-$5.00', '-5'],
  ])(
    'is not that a paid one costs %s: the form does not check that the amount is present or positive (product 5.12)',
    async (text, value) => {
      const { user } = open();
      fillIn();
      await user.click(field.price('Paid'));
      rewrite(field.amount(), value);
      fireEvent.click(button('Upload Module'));
      const dialog = within(await screen.findByRole('dialog', { name: 'Confirm Upload' }));
      expect(dialog.getByText(text)).toBeVisible();
      const note = dialog.queryByText('Without an amount this module is free: everybody can download it.');
      expect(note !== null).toBe(text === '$0.00');
    },
  );

  it('is said of more than ten technologies at once', async () => {
    open();
    MODULE_TECHNOLOGIES.slice(0, 11).forEach((name) => fireEvent.click(field.tech(name)));
    expect(await screen.findByText('You can select up to 10 technologies')).toBeVisible();
    fireEvent.click(field.tech('React'));
    expect(await screen.findByText('10 of up to 10 chosen')).toBeVisible();
  });

  it.each<[text: string, input: () => HTMLElement, files: File[]]>([
    ['File size must be less than 50MB', field.zip, [fileOf('big.zip', MODULE.zipMaxBytes + 1)]],
    ['Only .zip files are allowed', field.zip, [fileOf('code.rar', 10)]],
    ['This file is empty', field.zip, [fileOf('empty.zip', 0)]],
    ['Maximum 5 preview images allowed', field.images, [1, 2, 3, 4, 5, 6].map((n) => fileOf(`${n}.png`, 10, 'image/png'))],
    ['Each image must be less than 2MB', field.images, [SHOT, fileOf('big.png', MODULE.imageMaxBytes + 1, 'image/png')]],
    ['Only PNG, JPG, GIF and WEBP images are allowed', field.images, [fileOf('drawing.svg', 10, 'image/svg+xml')]],
    ['Maximum 5 preview videos allowed', field.videos, [1, 2, 3, 4, 5, 6].map((n) => fileOf(`${n}.mp4`, 10, 'video/mp4'))],
    ['Each video must be less than 5MB', field.videos, [CLIP, fileOf('big.webm', MODULE.videoMaxBytes + 1, 'video/webm')]],
    ['Only MP4 and WEBM videos are allowed', field.videos, [fileOf('old.avi', 10, 'video/x-msvideo')]],
  ])('says "%s" as soon as such files are chosen', async (text, input, files) => {
    open();
    choose(input(), ...files);
    await waitFor(() => expect(input()).toHaveAccessibleErrorMessage(text));
  });

  it('is nothing at the largest sizes and numbers', async () => {
    open();
    choose(field.zip(), fileOf('code.zip', MODULE.zipMaxBytes));
    choose(field.images(), ...[1, 2, 3, 4, 5].map((n) => fileOf(`${n}.webp`, MODULE.imageMaxBytes, 'image/webp')));
    choose(field.videos(), ...[1, 2, 3, 4, 5].map((n) => fileOf(`${n}.webm`, MODULE.videoMaxBytes, 'video/webm')));
    rewrite(field.title(), 'ab');
    fireEvent.blur(field.title());
    await waitFor(() => expect(field.title()).toBeInvalid());
    for (const input of [field.zip(), field.images(), field.videos()]) expect(input).not.toHaveAttribute('aria-invalid', 'true');
  });
});

describe('the question before an upload', () => {
  it('shows what is about to be sent, and leads back', async () => {
    const { user } = open();
    fillIn();
    await user.click(field.price('Paid'));
    rewrite(field.amount(), '$1,200.5');
    await user.selectOptions(field.license(), 'Commercial');
    fireEvent.click(field.tech('Node.js'));
    await user.click(button('Upload Module'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm Upload' }));
    for (const text of ['Payment Setup', 'Commercial', '$1,200.50', 'React, Node.js', 'Takes payments in an afternoon.'])
      expect(dialog.getByText(text)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Go Back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(button('Upload Module')).toBeEnabled());
    expect(field.title()).toHaveValue('Payment Setup');
    expect(sent()).toEqual([]);
  });

  it('calls a free one Free', async () => {
    const { user } = open();
    fillIn();
    await user.click(button('Upload Module'));
    expect(within(await screen.findByRole('dialog')).getByText('Free')).toBeVisible();
    await user.click(button('Go Back'));
  });
});

describe('an upload', () => {
  it('sends texts and files, says so and goes to the Toolbox (product 4.21)', async () => {
    const { queryClient } = open(() => stored({ repositoryUrl: 'https://github.com/ada/payments' }));
    queryClient.setQueryData(['modules', 'list'], []);
    fillIn();
    rewrite(field.repository(), 'https://github.com/ada/payments');
    choose(field.images(), SHOT);
    choose(field.videos(), CLIP);
    await confirmUpload();
    expect(screen.getByRole('progressbar', { name: 'Uploading module...' })).toBeVisible();
    expect(button('Upload Module')).toBeDisabled();
    expect(Object.fromEntries([...body()].filter(([, value]) => typeof value === 'string'))).toEqual({
      title: 'Payment Setup',
      description: 'Takes payments in an afternoon.',
      techStack: '["React"]',
      price: 'free',
      license: 'MIT',
      documentation: '# Payments\n\nInstall it and go.',
      repositoryUrl: 'https://github.com/ada/payments',
      termsAgreement: 'true',
    });
    const names = (name: string) =>
      body()
        .getAll(name)
        .map((file) => (file as File).name);
    expect([names('zipFile'), names('previewImages'), names('previewVideos')]).toEqual([[ZIP.name], [SHOT.name], [CLIP.name]]);
    expect(sent()[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f-]{36}$/);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('SuccessYour module was uploaded successfully. Redirecting to Toolbox...');
    expect(address()).toHaveTextContent('/toolbox/upload');
    expect(readKey(draftKey(userId))).toBeNull();
    await waitFor(() => expect(address()).toHaveTextContent(/^\/toolbox$/));
    expect(queryClient.getQueryState(['modules', 'list'])?.isInvalidated).toBe(true);
  });
});
