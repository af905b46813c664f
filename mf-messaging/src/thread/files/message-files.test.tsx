import type { MessageFile } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildMessage } from '@solvent/testing/factories';
import { refuse } from '@solvent/testing/fake-api';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openThread } from '../test-thread.ts';
import type { Routes } from '../test-thread.ts';

let thread: ReturnType<typeof openThread>;
let fileIds = 0;

const fileOf = (overrides: Partial<MessageFile> = {}): MessageFile => ({
  _id: `f${(fileIds += 1)}`,
  url: `/api/files/f${fileIds}?signature=old`,
  name: 'log.txt',
  size: 2048,
  mimeType: 'text/plain',
  width: null,
  height: null,
  ...overrides,
});
const picture = (name: string) => fileOf({ name, mimeType: 'image/png', width: 1400, height: 700 });

function open(files: MessageFile[], routes: Routes = {}) {
  const message = buildMessage({ conversationId: 'c1', seq: 1, content: '', files });
  thread = openThread({ messages: [message], routes });
  return thread;
}
const drawn = (button: HTMLElement) => button.querySelector('img') as HTMLImageElement;
const links = () => thread.api.requests.filter(({ path }) => path.endsWith('/link')).map(({ path }) => path);

beforeEach(() => {
  fileIds = 0;
});
afterEach(() => {
  thread.api.restore();
  act(clearSession);
});

describe('a picture', () => {
  it('has its place before it is there', async () => {
    open([picture('screen.png')]);
    const button = await screen.findByRole('button', { name: 'Open picture screen.png' });
    expect(button).toHaveStyle({ width: '280px', aspectRatio: '280 / 140' });
  });

  it('is asked for with another link once, when the first has run out', async () => {
    open([picture('screen.png')], { 'GET /files/:id/link': () => ({ url: '/api/files/f1?signature=new' }) });
    const button = await screen.findByRole('button', { name: 'Open picture screen.png' });
    fireEvent.error(drawn(button));
    await waitFor(() => expect(drawn(button)).toHaveAttribute('src', '/api/files/f1?signature=new'));
    fireEvent.error(drawn(button));
    expect(await within(button).findByText('screen.png')).toBeVisible();
    expect(links()).toEqual(['/files/f1/link']);
  });

  it('opens large, and leads to the others of its message', async () => {
    const { user } = open([picture('one.png'), picture('two.png')]);
    await user.click(await screen.findByRole('button', { name: 'Open picture one.png' }));
    const dialog = await screen.findByRole('dialog', { name: 'one.png' });
    expect(within(dialog).getByText('1 of 2')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Previous picture' })).toBeDisabled();
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByRole('dialog', { name: 'two.png' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'two.png' })).toBeVisible();
    await user.keyboard('{ArrowRight}{ArrowLeft}');
    expect(await screen.findByRole('dialog', { name: 'one.png' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('another file', () => {
  it('has its name and size, and is saved through a link of this moment', async () => {
    const saved: string[] = [];
    const note = (event: MouseEvent) => {
      const link = event.target as HTMLAnchorElement;
      if (!link.isConnected) saved.push(`${link.getAttribute('href')} ${link.download}`);
    };
    HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
      note({ target: this } as unknown as MouseEvent);
    };
    const { user } = open([fileOf()], { 'GET /files/:id/link': () => ({ url: '/api/files/f1?signature=new' }) });
    const link = await screen.findByRole('link', { name: /log\.txt/ });
    expect(within(link).getByText('2 KB')).toBeVisible();
    await user.click(link);
    await waitFor(() => expect(saved).toEqual(['/api/files/f1?signature=new log.txt']));
  });

  it('that is gone is told of', async () => {
    const { user } = open([fileOf()], { 'GET /files/:id/link': () => refuse('not_found', 'There is no such file') });
    await user.click(await screen.findByRole('link', { name: /log\.txt/ }));
    expect(await screen.findByText('There is no such file')).toBeVisible();
  });
});
