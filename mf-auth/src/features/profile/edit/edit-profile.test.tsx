import { jest } from '@jest/globals';
import type { User } from '@solvent/contracts';
import { clearSession, getSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import type { RecordedRequest } from '@solvent/testing/fake-api';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { deferred } from '../../../testing/fake-identity.ts';
import { fakePictures } from '../../../testing/fake-pictures.ts';
import { buildUserResponse, openSettings } from '../../../testing/open-settings.tsx';
import { cropPicture, getCenterSquare } from '../picture/crop.ts';

type Answer = (request: RecordedRequest) => object;

const AT = '/profile/settings/profile';
const DRAFT = 'solvent.draft.profile.ada';
const storedProfile = { role: 'solver', headline: 'Old headline', expertiseAreas: ['React'] } satisfies Partial<User>;

const store: Answer = ({ body }) => buildUserResponse({ ...storedProfile, ...(body as Partial<User>) });

const respondInOrder =
  (...answers: object[]): Answer =>
  (request) =>
    answers.shift() ?? store(request);

/** Skips the events of typing, which are slow in this large form. */
const setValue = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

async function openForm(put: Answer = store) {
  const view = openSettings(AT, () => buildUserResponse(storedProfile), { 'PUT /auth/profile': put });
  const form = within(await screen.findByRole('form', { name: 'Edit profile' }));
  const sent = () => view.getBodies('PUT', '/auth/profile');
  return { ...view, form, sent, save: () => view.user.click(form.getByText('Save')) };
}

beforeEach(() => {
  // The list of 400 zones slows down every render.
  jest.spyOn(Intl, 'supportedValuesOf').mockReturnValue([]);
  clearSession();
  localStorage.clear();
  sessionStorage.clear();
  signInAs({ _id: 'ada', token: 'token-of-ada', ...storedProfile });
});

describe('editing the profile (product 2.14)', () => {
  it('sends only changed fields, and shows what was saved (product 8.9, 10.12)', async () => {
    const answer = deferred<object>();
    const { user, form, sent } = await openForm(() => answer.promise);
    expect(form.getByLabelText('Name')).toHaveValue('Ada Park');
    expect(form.getByLabelText('Headline')).toHaveValue('Old headline');
    expect(form.getByText('12 of 100 characters')).toBeVisible();
    expect(form.getByRole('list', { name: 'Your areas of expertise' })).toHaveTextContent('React');
    setValue(form.getByLabelText('Name'), 'Ada Lovelace');
    setValue(form.getByRole('textbox', { name: 'Bio' }), 'I am **fast**');
    await user.click(form.getByText('Preview'));
    expect((await form.findByText('fast')).tagName).toBe('STRONG');
    await user.selectOptions(form.getByLabelText('Country'), 'Mexico');
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    await user.click(form.getByText(/^Use this device’s/));
    expect(form.getByLabelText('Time zone')).toHaveValue(zone);
    expect(form.getByText(/^It’s \d{1,2}:\d\d [AP]M there/)).toBeVisible();
    setValue(form.getByLabelText('GitHub'), 'ada');
    await user.type(form.getByLabelText('Areas of expertise'), 'Rust{Enter}');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await form.findByText('Saving…')).toBeVisible();
    expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    const changes = {
      name: 'Ada Lovelace',
      bio: 'I am **fast**',
      country: 'MX',
      timeZone: zone,
      github: 'https://github.com/ada',
      expertiseAreas: ['React', 'Rust'],
    };
    answer.resolve(buildUserResponse({ ...storedProfile, ...changes }));
    expect(await screen.findByText('Profile updated')).toBeVisible();
    expect(sent()).toEqual([changes]);
    expect(form.getByLabelText('GitHub')).toHaveValue('https://github.com/ada');
    expect(getSession().userData).toMatchObject({ name: 'Ada Lovelace', token: 'token-of-ada' });
    await waitFor(() => expect(form.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument());
    expect(sessionStorage.getItem(DRAFT)).toBeNull();
  });

  it('shows errors under their fields and focuses the first (product 5.1, 5.6)', async () => {
    const { user, form, sent, save } = await openForm();
    setValue(form.getByLabelText('Name'), '');
    setValue(form.getByLabelText('Website'), 'javascript:alert(1)');
    await user.click(form.getByLabelText('Remove React'));
    await save();
    expect(await form.findByText('Name is required')).toBeVisible();
    expect(form.getByText('Please enter a valid website address')).toBeVisible();
    expect(form.getByText('Please add at least one area of expertise')).toBeVisible();
    expect(form.getByLabelText('Name')).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  it('keeps the typed values after a failure (product 5.5, 8.2, 8.9, 10.10)', async () => {
    const invalid = refuse('invalid', 'Please check the form.', { headline: 'That is no headline' });
    const { form, save, sent } = await openForm(respondInOrder(NETWORK_FAILURE, {}, invalid));
    setValue(form.getByLabelText('Location'), 'Lisbon');
    await save();
    expect(await screen.findByText('Failed to update profile')).toBeVisible();
    await save();
    await waitFor(() => expect(sent()).toHaveLength(2));
    fireEvent.click(await form.findByText('Save'));
    expect(await form.findByText('That is no headline')).toBeVisible();
    await waitFor(() => expect(form.getByLabelText('Headline')).toHaveFocus());
    expect(form.getByLabelText('Location')).toHaveValue('Lisbon');
    expect(getSession().userData?.location).toBe('');
    setValue(form.getByLabelText('Headline'), 'Old headline!');
    await save();
    expect(await screen.findByText('Profile updated')).toBeVisible();
    expect(sent().at(-1)).toEqual({ location: 'Lisbon', headline: 'Old headline!' });
  });

  it('confirms before it discards changes, and sends nothing unchanged (product 8.12)', async () => {
    const { user, form, sent, save } = await openForm();
    await save();
    expect(form.queryByText('Cancel')).not.toBeInTheDocument();
    setValue(form.getByLabelText('Location'), 'Lisbon');
    await user.click(form.getByText('Cancel'));
    await user.click(form.getByText('Keep editing'));
    expect(form.getByLabelText('Location')).toHaveValue('Lisbon');
    await user.click(form.getByText('Cancel'));
    await user.click(form.getByText('Discard'));
    await waitFor(() => expect(form.getByLabelText('Location')).toHaveValue(''));
    expect(form.getByLabelText('Name')).toHaveFocus();
    expect(sessionStorage.getItem(DRAFT)).toBeNull();
    expect(sent()).toEqual([]);
  });

  it('restores only the typed values after a reload (product 3.2, 10.12)', async () => {
    const first = await openForm();
    setValue(first.form.getByLabelText('Location'), 'Lisbon');
    first.unmount();
    openSettings(AT, () => buildUserResponse({ ...storedProfile, headline: 'Changed elsewhere' }));
    const form = within(await screen.findByRole('form', { name: 'Edit profile' }));
    expect(form.getByLabelText('Location')).toHaveValue('Lisbon');
    expect(form.getByLabelText('Headline')).toHaveValue('Changed elsewhere');
  });
});

describe('the picture (product 2.14, 9.11)', () => {
  const URL_OF_FILE = '/api/files/01a1fd0e-9d28-7320-a2d7-7314359a0ea7';
  const stored = () => ({ file: { _id: 'f', url: URL_OF_FILE, name: 'picture.webp', size: 7, mimeType: 'image/webp' } });
  const picture = (type = 'image/png', size = 100) => new File([new Uint8Array(size)], 'me.png', { type });
  let browser: ReturnType<typeof fakePictures>;
  beforeEach(() => {
    browser = fakePictures();
  });

  function open(routes: Record<string, Answer> = {}, profile: Partial<User> = {}) {
    signInAs({ _id: 'ada', token: 'token-of-ada', ...profile });
    return openSettings(AT, () => buildUserResponse(profile), {
      'POST /file-upload': stored,
      'PUT /auth/profile': store,
      ...routes,
    });
  }
  /** Bypasses the browser's file filter, like a dropped file. */
  async function choose(file = picture()) {
    const input = await screen.findByLabelText('Add a picture');
    fireEvent.change(input, { target: { files: [file] } });
    return input;
  }
  const openCrop = async () => {
    await choose();
    return within(await screen.findByRole('dialog', { name: 'Crop your picture' }));
  };
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  it('rejects other types, files over 5 MB and unreadable files, and accepts the next one (product 10.21)', async () => {
    open();
    for (const [file, text] of [
      [picture('image/svg+xml'), 'Choose a PNG, JPEG, WebP or GIF picture'],
      [picture('image/png', 5 * 1024 * 1024 + 1), 'A picture can be at most 5 MB'],
      [picture('image/png', 0), 'This picture could not be read. Choose another one'],
    ] as const) {
      expect(await choose(file)).toHaveAttribute('accept', 'image/png,image/jpeg,image/webp,image/gif');
      expect(await screen.findByText(text)).toHaveAttribute('role', 'alert');
    }
    expect(browser.decode).not.toHaveBeenCalled();
    browser.decode.mockRejectedValueOnce(new Error('broken'));
    await choose();
    await waitFor(() => expect(browser.revoked).toEqual(['blob:picture']));
    expect(await screen.findByRole('alert')).toHaveTextContent('This picture could not be read. Choose another one');
    await openCrop();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('is cropped, uploaded once and saved; a failure keeps the crop (product 8.9, 8.20, 11.7)', async () => {
    const uploads = [refuse('unsupported_type', 'That file is no picture.'), NETWORK_FAILURE];
    const view = open({
      'POST /file-upload': () => uploads.shift() ?? stored(),
      'PUT /auth/profile': respondInOrder(NETWORK_FAILURE),
    });
    const dialog = await openCrop();
    await view.user.click(dialog.getByRole('button', { name: 'Save picture' }));
    expect(await dialog.findByText('That file is no picture.')).toHaveAttribute('role', 'alert');
    await view.user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText(/^Failed to upload the picture/)).toHaveAttribute('role', 'alert');
    await view.user.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(view.getBodies('PUT', '/auth/profile')).toHaveLength(1));
    await view.user.click(await dialog.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Profile updated')).toBeVisible();
    await isClosed();
    const sent = view.api.requests.filter(({ path }) => path === '/file-upload');
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
    const form = sent[0]?.body;
    expect(form instanceof FormData ? form.get('file') : null).toMatchObject({ name: 'picture.webp', type: 'image/webp' });
    expect(view.getBodies('PUT', '/auth/profile').at(-1)).toEqual({ image: URL_OF_FILE });
    expect(getSession().userData).toMatchObject({ image: URL_OF_FILE, token: 'token-of-ada' });
    expect(browser.drawCalls[0]).toEqual([100, 0, 600, 600, 0, 0, 512, 512]);
    expect(browser.revoked).toEqual(['blob:picture']);
    expect(screen.getByLabelText('Change picture')).toBeInTheDocument();
  });

  it('can be zoomed, and its upload canceled without losing the crop', async () => {
    const view = open({ 'POST /file-upload': () => deferred<object>().promise });
    const dialog = await openCrop();
    const zoom = dialog.getByRole('slider', { name: 'Zoom' });
    fireEvent.change(zoom, { target: { value: '2' } });
    expect(zoom).toHaveAttribute('aria-valuetext', '200 %');
    await view.user.click(dialog.getByRole('button', { name: 'Save picture' }));
    expect(await dialog.findByRole('progressbar', { name: 'Uploading the picture' })).toHaveAttribute('aria-valuenow', '0');
    expect(dialog.getByText('Uploading…')).toBeVisible();
    await view.user.click(dialog.getByRole('button', { name: 'Cancel upload' }));
    expect(await dialog.findByRole('button', { name: 'Save picture' })).toBeEnabled();
    expect(dialog.queryByRole('progressbar')).not.toBeInTheDocument();
    await view.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await isClosed();
    expect(view.getBodies('PUT', '/auth/profile')).toEqual([]);
    expect(browser.revoked).toEqual(['blob:picture']);
  });

  it('can be removed; a failure keeps it', async () => {
    const view = open({ 'PUT /auth/profile': respondInOrder(NETWORK_FAILURE) }, { image: URL_OF_FILE });
    await screen.findByLabelText('Change picture');
    await view.user.click(await screen.findByRole('button', { name: 'Remove picture' }));
    expect(await screen.findByText('Failed to update profile')).toBeVisible();
    expect(getSession().userData?.image).toBe(URL_OF_FILE);
    await view.user.click(await screen.findByRole('button', { name: 'Remove picture' }));
    expect(await screen.findByText('Profile updated')).toBeVisible();
    expect(view.getBodies('PUT', '/auth/profile').at(-1)).toEqual({ image: null });
    expect(getSession().userData?.image).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove picture' })).not.toBeInTheDocument();
  });

  it('is cropped to a square of at most 512 px, and never enlarged', async () => {
    expect(getCenterSquare(new Image())).toEqual({ x: 100, y: 0, width: 600, height: 600 });
    const blob = await cropPicture(new Image(), { x: 100, y: 0, width: 600, height: 600 });
    expect(blob.type).toBe('image/webp');
    await cropPicture(new Image(), { x: 0, y: 0, width: 40, height: 40 });
    await cropPicture(new Image(), { x: 0, y: 0, width: 0.2, height: 0.2 });
    expect(browser.canvasSizes).toEqual([512, 40, 1]);
  });
});
