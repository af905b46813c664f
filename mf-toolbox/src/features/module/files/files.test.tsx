import { refuse } from '@solvent/testing/fake-api';
import { screen, within } from '@testing-library/react';
import { openModule, title } from '../../../testing/open-module.tsx';

let opened: ReturnType<typeof openModule>;
async function open(answer: NonNullable<NonNullable<Parameters<typeof openModule>[0]>['routes']>[string]) {
  opened = openModule({ routes: { 'GET /modules/:id/files': answer } });
  await title();
  await opened.user.click(screen.getByRole('button', { name: 'Show files' }));
  return opened;
}
afterEach(() => opened.api.restore());

const FILES = {
  version: '1.0.0',
  files: [
    { path: 'kit/README.md', size: 1024 },
    { path: 'kit/src/a.ts', size: 100 },
    { path: 'kit/src/b.ts', size: 28 },
  ],
};
const folder = (name: RegExp) => screen.findByRole('button', { name });

describe('the files of a module’s archive', () => {
  it('are asked for when somebody wants to see them: folders that open and close, with sizes', async () => {
    opened = openModule({ routes: { 'GET /modules/:id/files': () => FILES } });
    await title();
    const { user, sent } = opened;
    const asked = () => sent('GET').filter(({ path }) => path.endsWith('/files'));
    expect(asked()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Show files' }));
    expect(await screen.findByText('3 files, 1 KB once unpacked')).toBeVisible();
    expect(asked()).toHaveLength(1);
    // A folder that holds all is open.
    expect(await folder(/^kit/)).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText('README.md')).toBeVisible();
    const src = await folder(/^src 2 files, 128 B/);
    expect(src).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByText('a.ts')).toBeNull();
    src.focus();
    await user.keyboard('{Enter}');
    expect(screen.getByText('a.ts')).toBeVisible();
    await user.keyboard(' ');
    expect(screen.queryByText('a.ts')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Hide files' }));
    expect(screen.queryByText('README.md')).toBeNull();
  });

  it('of a folder with very many come a part at a time', async () => {
    const files = Array.from({ length: 250 }, (_, at) => ({ path: `${at}.txt`, size: 1 }));
    const { user } = await open(() => ({ version: '1.0.0', files }));
    const list = await screen.findByRole('list', { name: 'Files of the archive' });
    expect(within(list).getAllByText(/\.txt$/)).toHaveLength(200);
    await user.click(screen.getByRole('button', { name: 'Show 50 more files' }));
    expect(within(list).getAllByText(/\.txt$/)).toHaveLength(250);
  });

  it('could not be listed, and are asked for again', async () => {
    let broken = true;
    const { user } = await open(() => (broken ? refuse('internal', 'No') : FILES));
    expect(await screen.findByText('The files could not be listed.')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('README.md')).toBeVisible();
  });
});
