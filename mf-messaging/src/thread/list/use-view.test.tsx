import { jest } from '@jest/globals';
import { clearSession } from '@solvent/store';
import { act, screen } from '@testing-library/react';
import { answerMessages, messagesOf, openAs } from '../../chat/test-chat.ts';
import { fakeSocket } from '../../chat/test-socket.ts';
import type { Target } from './use-view.ts';

const socket = fakeSocket();
jest.unstable_mockModule('@solvent/socket', () => socket.module);
const { useThread } = await import('../../chat/use-thread.ts');
const { useView } = await import('./use-view.ts');

type Ready = Extract<ReturnType<typeof useThread>, { status: 'ready' }>;

/** What a list would show: its places, and the ways on. */
function Shown({ thread, target }: { thread: Ready; target: Target | undefined }) {
  const { shown, toLatest } = useView('c1', thread, target);
  if (!shown) return <p>Loading</p>;
  const { messages, hasOlder, hasNewer, loadNewer, loadOlder } = shown;
  return (
    <>
      <p>
        {messages[0]?.seq} to {messages.at(-1)?.seq}
        {hasOlder ? ', more above' : ''}
        {hasNewer ? ', more below' : ''}
      </p>
      <p>{messages.map(({ content }) => content).find((content) => !content.startsWith('Message'))}</p>
      <button type="button" onClick={loadNewer}>
        Newer
      </button>
      <button type="button" onClick={loadOlder}>
        Older
      </button>
      <button type="button" onClick={toLatest}>
        Latest
      </button>
    </>
  );
}

function Probe({ target }: { target?: Target }) {
  const thread = useThread('c1');
  return thread.status === 'ready' ? <Shown thread={thread} target={target} /> : null;
}

let view: ReturnType<typeof openAs>;
const open = (seq?: number, last = 400) => {
  const target = seq === undefined ? {} : { target: { seq, wish: `of ${seq}` } };
  view = openAs(<Probe {...target} />, { 'GET /chat/messages/:id': answerMessages(() => last) });
  return view;
};
const press = (name: string) => view.user.click(screen.getByRole('button', { name }));

afterEach(() => {
  view.api.restore();
  act(clearSession);
});

describe('what a thread shows', () => {
  it('is the log, where nothing is wanted, or what the log has', async () => {
    open(350);
    expect(await screen.findByText('301 to 400, more above')).toBeVisible();
    expect(view.asked('/chat/messages/c1')).toHaveLength(1);
  });

  it('is what is around a place far back, without what lies between', async () => {
    open(200);
    expect(await screen.findByText('151 to 250, more above, more below')).toBeVisible();
    expect(view.asked('/chat/messages/c1')).toHaveLength(2);
    await press('Older');
    expect(await screen.findByText('51 to 250, more above, more below')).toBeVisible();
  });

  it('is the log again once it was read up to there, without a gap', async () => {
    open(200);
    await screen.findByText('151 to 250, more above, more below');
    await press('Newer');
    expect(await screen.findByText('151 to 400, more above')).toBeVisible();
  });

  it('is the latest messages where somebody goes back to them, or what is wanted was never written', async () => {
    open(200);
    await screen.findByText('151 to 250, more above, more below');
    await press('Latest');
    expect(await screen.findByText('301 to 400, more above')).toBeVisible();
    view.api.restore();
    view.unmount();
    open(4000);
    expect(await screen.findByText('301 to 400, more above')).toBeVisible();
  });

  it('follows what is changed far back', async () => {
    open(200);
    await screen.findByText('151 to 250, more above, more below');
    const [message] = messagesOf(200, 200);
    if (message) await socket.hear('message_changed', { ...message, content: 'Other words', revision: 1 });
    expect(await screen.findByText('Other words')).toBeVisible();
  });
});
