import { ATTACHMENTS, CATEGORIES } from '@solvent/contracts';
import { clearSession, readKey } from '@solvent/store';
import { buildProblem, signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { draftKey } from './problem-draft.ts';
import { Component } from './post-problem-page.tsx';

const LOG = new File(['one line'], 'trace.log', { type: 'text/plain' });
const SHOT = new File(['pixels'], 'shot.png', { type: 'image/png' });
const stored = (name: string, id = `id-of-${name}`) => ({
  file: { _id: id, url: `/api/files/${id}`, name, size: 8, mimeType: 'text/plain' },
});

let api: ReturnType<typeof fakeApi>;
let userId: string;
function open(upload: (name: string) => object | Promise<object> = stored) {
  api = fakeApi({
    'POST /file-upload': ({ body }) => upload(((body as FormData).get('file') as File).name),
    'POST /problems': () => ({ problem: buildProblem({ _id: 'p9' }) }),
    'GET /problems/similar': () => ({ problems: [] }),
  });
  return renderScreen(<Component />, { at: '/post-problem' });
}
beforeEach(() => {
  userId = signInAs()._id;
});
afterEach(() => {
  api.restore();
  clearSession();
  window.localStorage.clear();
});

const input = () => screen.getByLabelText('Attachments');
const attached = () => screen.queryAllByRole('listitem').map((item) => item.textContent);
const uploads = () => api.requests.filter(({ path }) => path === '/file-upload');
const posted = () => api.requests.find(({ path }) => path === '/problems')?.body;
const post = () => screen.getByRole('button', { name: 'Post Problem' });
const rewrite = (name: RegExp, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });

type User = ReturnType<typeof open>['user'];
async function fillIn(user: User) {
  rewrite(/^Title/, 'Websocket reconnects drop messages');
  rewrite(/^Description/, 'After a reconnect the client misses what was sent meanwhile.');
  rewrite(/^Budget/, '250');
  await user.type(screen.getByRole('combobox', { name: /^Tags/ }), 'React{Enter}');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Category/ }), CATEGORIES.backend);
}

describe('the attachments of a problem', () => {
  it('are uploaded as soon as they are chosen, and go with the problem', async () => {
    const { user } = open();
    await fillIn(user);
    await user.upload(input(), [LOG, SHOT]);
    expect(await screen.findByRole('button', { name: 'Remove shot.png' })).toBeVisible();
    expect(uploads()).toHaveLength(2);
    expect(uploads()[0]).toMatchObject({ params: { purpose: 'attachment' } });
    expect(uploads()[0]?.headers['Idempotency-Key']).not.toBe(uploads()[1]?.headers['Idempotency-Key']);
    await user.click(post());
    await waitFor(() => expect(posted()).toMatchObject({ attachments: ['id-of-trace.log', 'id-of-shot.png'] }));
  });

  it('can be removed again', async () => {
    const { user } = open();
    await user.upload(input(), LOG);
    await user.click(await screen.findByRole('button', { name: 'Remove trace.log' }));
    expect(screen.queryByText('trace.log')).toBeNull();
    expect(input()).toHaveFocus();
  });

  it('can be called off while they are on their way', async () => {
    const { user } = open(() => new Promise(() => {}));
    await user.upload(input(), LOG);
    expect(screen.getByRole('progressbar', { name: 'Uploading trace.log' })).toHaveAttribute('aria-valuenow', '0');
    await user.click(screen.getByRole('button', { name: 'Cancel the upload of trace.log' }));
    expect(screen.queryByText('trace.log')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('say why one failed, and try again as the same upload', async () => {
    let broken = true;
    const { user } = open((name) => (broken ? refuse('unsupported_type', 'Programs cannot be attached.') : stored(name)));
    await user.upload(input(), LOG);
    expect(await screen.findByText('Programs cannot be attached.')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try trace.log again' }));
    await waitFor(() => expect(screen.queryByText('Programs cannot be attached.')).toBeNull());
    const keys = uploads().map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('are refused before anything is sent when they are too large or empty', async () => {
    const { user } = open();
    const large = new File(['x'], 'dump.log');
    Object.defineProperty(large, 'size', { value: ATTACHMENTS.maxBytes + 1 });
    await user.upload(input(), [large, new File([], 'nothing.txt'), LOG]);
    expect(screen.getByText('dump.log is larger than 10 MB')).toBeVisible();
    expect(screen.getByText('nothing.txt is empty')).toBeVisible();
    await screen.findByRole('button', { name: 'Remove trace.log' });
    expect(uploads()).toHaveLength(1);
  });

  it('are five at most', async () => {
    const { user } = open();
    await user.upload(
      input(),
      [1, 2, 3, 4, 5, 6].map((number) => new File(['x'], `${number}.txt`)),
    );
    expect(screen.getByText('You can attach up to 5 files')).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^Remove \d/ })).toHaveLength(5));
    expect(screen.queryByText('6.txt')).toBeNull();
  });

  it('are waited for when the problem is posted meanwhile', async () => {
    let finish = (_answer: object) => undefined as void;
    const { user } = open(() => new Promise<object>((resolve) => (finish = resolve)));
    await fillIn(user);
    await user.upload(input(), LOG);
    await user.click(post());
    await waitFor(() => expect(screen.getByRole('button', { name: /Posting/ })).toBeDisabled());
    expect(posted()).toBeUndefined();
    finish(stored('trace.log'));
    await waitFor(() => expect(posted()).toMatchObject({ attachments: ['id-of-trace.log'] }));
  });

  it('do not let the problem go without one that failed', async () => {
    const { user } = open(() => refuse('internal', 'Boom'));
    await fillIn(user);
    await user.upload(input(), LOG);
    await screen.findByText('Boom');
    await user.click(post());
    await waitFor(() =>
      expect(input()).toHaveAccessibleErrorMessage('Some files were not uploaded: try them again, or remove them'),
    );
    expect(posted()).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Remove trace.log' }));
    expect(input()).toBeValid();
    await user.click(post());
    await waitFor(() => expect(posted()).toMatchObject({ attachments: [] }));
  });

  it('that are uploaded are kept with the draft, the others not', async () => {
    const first = open((name) => (name === 'trace.log' ? stored(name) : new Promise<object>(() => {})));
    await first.user.upload(input(), [LOG, SHOT]);
    await screen.findByRole('button', { name: 'Remove trace.log' });
    await waitFor(() => expect(readKey(draftKey(userId))).toContain('id-of-trace.log'));
    first.unmount();
    api.restore();
    open();
    const list = within(screen.getByRole('list', { name: 'Attached files' }));
    expect(list.getByText('trace.log')).toBeVisible();
    expect(attached()).toHaveLength(1);
  });
});
