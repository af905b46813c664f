import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { choose, CLIP, field, iconButton, openUpload, SHOT } from '../test-upload.ts';

let page: ReturnType<typeof openUpload>;
beforeEach(() => {
  signInAs();
  page = openUpload();
});
afterEach(() => {
  page.api.restore();
  clearSession();
  window.localStorage.clear();
});

const dialog = (name: string) => screen.findByRole('dialog', { name });

describe('the preview media of a module (product 2.35)', () => {
  it('opens a picture at full size, with a button that closes it', async () => {
    choose(field.images(), SHOT);
    await page.user.click(iconButton('View shot.png'));
    const view = within(await dialog('shot.png'));
    expect(view.getByRole('img', { name: 'shot.png' })).toHaveAttribute('src', 'blob:file');
    await page.user.click(view.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(iconButton('View shot.png')).toHaveFocus());
  });

  it('plays a video at once, with its controls', async () => {
    choose(field.videos(), CLIP);
    await page.user.click(iconButton('View clip.mp4'));
    const video = within(await dialog('clip.mp4')).getByLabelText('clip.mp4');
    expect(video).toHaveProperty('controls', true);
    expect(video).toHaveProperty('autoplay', true);
  });

  it('says so when the file is no picture', async () => {
    choose(field.images(), SHOT);
    await page.user.click(iconButton('View shot.png'));
    fireEvent.error(within(await dialog('shot.png')).getByRole('img'));
    expect(screen.getByText('This browser cannot show the file.')).toBeVisible();
  });

  it('adds to what is there, once each, and takes out one', async () => {
    choose(field.images(), SHOT);
    choose(field.images(), SHOT, new File(['more'], 'second.png', { type: 'image/png' }));
    const list = within(screen.getByRole('list', { name: 'Preview Images' }));
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    await page.user.click(iconButton('Remove shot.png'));
    expect(screen.queryByText('shot.png')).not.toBeInTheDocument();
    expect(screen.getByText('second.png')).toBeVisible();
    expect(field.images()).toHaveFocus();
  });
});
