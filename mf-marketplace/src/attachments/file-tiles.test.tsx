import type { StoredFile } from '@solvent/contracts';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { FileTiles } from './file-tiles.tsx';

const PATCH: StoredFile = { _id: 'f1', url: '/api/files/f1?signature=old', name: 'fix.patch', size: 8, mimeType: 'text/plain' };
const SHOT: StoredFile = { ...PATCH, _id: 'f2', url: '/api/files/f2?signature=old', name: 'shot.png', mimeType: 'image/png' };

let api: ReturnType<typeof fakeApi>;
const open = (file: StoredFile, link: () => object = () => ({ url: `/api/files/${file._id}?signature=new` })) => {
  api = fakeApi({ 'GET /files/:id/link': link });
  return renderScreen(<FileTiles files={[file]} />);
};
afterEach(() => api.restore());

it('a private file is saved by a link that lives', async () => {
  const saved: string[] = [];
  const listen = (event: MouseEvent) => {
    if (event.target instanceof HTMLAnchorElement) saved.push(event.target.href);
  };
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    this.addEventListener('click', listen);
    this.dispatchEvent(new MouseEvent('click', { cancelable: true }));
  };
  const { user } = open(PATCH);
  await user.click(screen.getByRole('link', { name: /fix\.patch/ }));
  await waitFor(() => expect(saved).toEqual([expect.stringMatching(/f1\?signature=new$/)]));
  HTMLAnchorElement.prototype.click = click;
});

it('one that is gone says so', async () => {
  const { user } = open(PATCH, () => refuse('not_found', 'There is no such file'));
  await user.click(screen.getByRole('link', { name: /fix\.patch/ }));
  expect(await screen.findByText('There is no such file')).toBeVisible();
});

it('a picture whose link has run out gets another one, once', async () => {
  const { container, user } = open(SHOT);
  const picture = container.querySelector('img') as HTMLImageElement;
  fireEvent.error(picture);
  await waitFor(() => expect(picture).toHaveAttribute('src', '/api/files/f2?signature=new'));
  fireEvent.error(picture);
  await user.click(screen.getByRole('button', { name: /shot\.png/ }));
  expect(await screen.findByRole('dialog', { name: 'shot.png' })).toBeVisible();
  // One for the tile, one for the large picture.
  expect(api.requests).toHaveLength(2);
});

it('what everybody may read needs no other link', async () => {
  open({ ...PATCH, url: '/api/files/f1' });
  expect(screen.getByRole('link', { name: /fix\.patch/ })).toHaveAttribute('href', '/api/files/f1');
  expect(api.requests).toEqual([]);
});
