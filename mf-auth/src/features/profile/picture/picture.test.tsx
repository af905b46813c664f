import type { User } from '@solvent/contracts';
import { clearSession, getSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import type { SeenRequest } from '@solvent/testing/fake-api';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { deferred } from '../../../testing/fake-identity.ts';
import { fakePictures } from '../../../testing/fake-pictures.ts';
import { answerOf, openOwnProfile } from '../../../testing/open-own-profile.tsx';

const URL_OF_FILE = '/api/files/01a1fd0e-9d28-7320-a2d7-7314359a0ea7';
const stored = () => ({ file: { _id: 'f', url: URL_OF_FILE, name: 'picture.webp', size: 7, mimeType: 'image/webp' } });
const keep = ({ body }: SeenRequest) => answerOf(body as Partial<User>);

const picture = (type = 'image/png', size = 100) => new File([new Uint8Array(size)], 'me.png', { type });

function open(routes: Record<string, (request: SeenRequest) => object> = {}, profile: Partial<User> = {}) {
  signInAs({ _id: 'ada', token: 'token-of-ada', ...profile });
  return openOwnProfile(() => answerOf(profile), { 'POST /file-upload': stored, 'PUT /auth/profile': keep, ...routes });
}

/** Past the browser's own filter, as a dragged file comes. */
async function choose(file = picture(), label = 'Add a picture') {
  const input = await screen.findByLabelText(label);
  fireEvent.change(input, { target: { files: [file] } });
  return input;
}

async function openCrop() {
  await choose();
  return within(await screen.findByRole('dialog', { name: 'Crop your picture' }));
}

let browser: ReturnType<typeof fakePictures>;
beforeEach(() => {
  clearSession();
  localStorage.clear();
  sessionStorage.clear();
  browser = fakePictures();
});

describe('choosing a picture', () => {
  it('is a file input for the types that may be sent', async () => {
    open();
    expect(await screen.findByLabelText('Add a picture')).toHaveAttribute('accept', 'image/png,image/jpeg,image/webp,image/gif');
  });

  it.each([
    ['another type', picture('image/svg+xml'), 'Choose a PNG, JPEG, WebP or GIF picture'],
    ['more than 5 MB', picture('image/png', 5 * 1024 * 1024 + 1), 'A picture can be at most 5 MB'],
    ['nothing', picture('image/png', 0), 'This picture could not be read. Choose another one'],
  ])('of %s is refused with a sentence', async (_what, file, text) => {
    open();
    await choose(file);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(browser.decode).not.toHaveBeenCalled();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('that the browser cannot read is refused, and the next one is taken', async () => {
    browser.decode.mockRejectedValueOnce(new Error('broken'));
    open();
    await choose();
    expect(await screen.findByRole('alert')).toHaveTextContent('This picture could not be read. Choose another one');
    expect(browser.revoked).toEqual(['blob:picture']);
    await choose();
    expect(await screen.findByRole('dialog', { name: 'Crop your picture' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('a cropped picture', () => {
  it('is uploaded, becomes the own one, and is shown at once', async () => {
    const view = open();
    const dialog = await openCrop();
    await view.user.click(dialog.getByRole('button', { name: 'Save picture' }));
    expect(await screen.findByText('Profile updated')).toBeVisible();
    const [form] = view.bodiesOf('POST', '/file-upload');
    const file = form instanceof FormData ? form.get('file') : null;
    expect(file).toMatchObject({ name: 'picture.webp', type: 'image/webp' });
    expect(view.bodiesOf('PUT', '/auth/profile')).toEqual([{ image: URL_OF_FILE }]);
    expect(getSession().userData).toMatchObject({ image: URL_OF_FILE, token: 'token-of-ada' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(browser.drawn).toEqual([[100, 0, 600, 600, 0, 0, 512, 512]]);
    expect(browser.revoked).toEqual(['blob:picture']);
    expect(screen.getByLabelText('Change picture')).toBeInTheDocument();
  });

  it('shows how much has arrived, and can be called off without losing the crop', async () => {
    const { promise } = deferred<object>();
    const view = open({ 'POST /file-upload': () => promise });
    const dialog = await openCrop();
    await view.user.click(dialog.getByRole('button', { name: 'Save picture' }));
    expect(await dialog.findByRole('progressbar', { name: 'Uploading the picture' })).toHaveAttribute('aria-valuenow', '0');
    expect(dialog.getByText('Uploading…')).toBeVisible();
    await view.user.click(dialog.getByRole('button', { name: 'Cancel upload' }));
    expect(await dialog.findByRole('button', { name: 'Save picture' })).toBeEnabled();
    expect(dialog.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(view.bodiesOf('PUT', '/auth/profile')).toEqual([]);
  });

  it.each([
    ['with the reason of the server', refuse('unsupported_type', 'That file is no picture.'), 'That file is no picture.'],
    ['with a sentence of its own', NETWORK_FAILURE, 'Failed to upload the picture'],
  ])('that did not arrive stays, %s, and is tried again', async (_how, failure, text) => {
    let answer: () => object = () => failure;
    const view = open({ 'POST /file-upload': () => answer() });
    const dialog = await openCrop();
    await view.user.click(dialog.getByRole('button', { name: 'Save picture' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(text);
    answer = stored;
    await view.user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Profile updated')).toBeVisible();
    const uploads = view.api.requests.filter(({ path }) => path === '/file-upload');
    const keys = uploads.map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('that arrived is not sent again when only the profile was not saved', async () => {
    let answer: (request: SeenRequest) => object = () => NETWORK_FAILURE;
    const view = open({ 'PUT /auth/profile': (request) => answer(request) });
    const dialog = await openCrop();
    await view.user.click(dialog.getByRole('button', { name: 'Save picture' }));
    await dialog.findByRole('alert');
    answer = keep;
    await view.user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Profile updated')).toBeVisible();
    expect(view.bodiesOf('POST', '/file-upload')).toHaveLength(1);
  });

  it('can be zoomed with a slider', async () => {
    open();
    const dialog = await openCrop();
    const zoom = dialog.getByRole('slider', { name: 'Zoom' });
    fireEvent.change(zoom, { target: { value: '2' } });
    expect(zoom).toHaveAttribute('aria-valuetext', '200 %');
  });

  it('is not wanted any more: nothing is sent', async () => {
    const view = open();
    const dialog = await openCrop();
    await view.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(view.bodiesOf('POST', '/file-upload')).toEqual([]);
    expect(browser.revoked).toEqual(['blob:picture']);
  });
});

describe('removing the picture', () => {
  it('leaves the initial, after saying so', async () => {
    const view = open({}, { image: URL_OF_FILE });
    await screen.findByLabelText('Change picture');
    await view.user.click(screen.getByRole('button', { name: 'Edit profile' }));
    await view.user.click(await screen.findByRole('button', { name: 'Remove picture' }));
    expect(await screen.findByText('Profile updated')).toBeVisible();
    expect(view.bodiesOf('PUT', '/auth/profile')).toEqual([{ image: null }]);
    expect(getSession().userData?.image).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove picture' })).not.toBeInTheDocument();
  });

  it('keeps it when that fails', async () => {
    const view = open({ 'PUT /auth/profile': () => NETWORK_FAILURE }, { image: URL_OF_FILE });
    await screen.findByLabelText('Change picture');
    await view.user.click(screen.getByRole('button', { name: 'Edit profile' }));
    await view.user.click(await screen.findByRole('button', { name: 'Remove picture' }));
    expect(await screen.findByText('Failed to update profile')).toBeVisible();
    expect(getSession().userData?.image).toBe(URL_OF_FILE);
  });
});
