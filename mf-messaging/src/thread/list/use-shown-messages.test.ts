import { jest } from '@jest/globals';
import { clearSession } from '@solvent/store';
import { act, waitFor } from '@testing-library/react';
import { answerMessages, buildMessages, renderHookAsAda } from '../../sync/test-chat.ts';
import { fakeSocket } from '../../sync/test-socket.ts';
import type { Target } from './use-shown-messages.ts';

const socket = fakeSocket();
jest.unstable_mockModule('@solvent/socket', () => socket.module);
const { useThread } = await import('../../sync/use-thread.ts');
const { useShownMessages } = await import('./use-shown-messages.ts');

let view: ReturnType<typeof open>;

/** Opens a conversation of 400 messages at a `seq`. */
function open(seq?: number) {
  const target: Target | undefined = seq === undefined ? undefined : { seq, requestId: `of ${seq}` };
  return renderHookAsAda(
    (requested: Target | undefined) => {
      const thread = useThread('c1');
      return useShownMessages(
        'c1',
        thread.status === 'ready' ? thread : EMPTY,
        thread.status === 'ready' ? requested : undefined,
      );
    },
    target,
    { 'GET /chat/messages/:id': answerMessages(() => 400) },
  );
}
const EMPTY = {
  status: 'ready',
  userId: 'user-ada',
  log: { messages: [], hasOlder: false, revision: 0 },
  error: null,
  retry: () => undefined,
  loadOlder: async () => undefined,
  loadingOlder: false,
  olderError: null,
} as const;

const shown = () => view.result.current.shown;
const range = () => [shown()?.messages[0]?.seq, shown()?.messages.at(-1)?.seq, shown()?.hasOlder, shown()?.hasNewer];
const fetches = () => view.api.requests.filter(({ path }) => path === '/chat/messages/c1').length;

afterEach(() => {
  view.unmount();
  view.api.restore();
  act(clearSession);
});

describe('the messages that a list shows (product 2.24, 2.43)', () => {
  it('are the latest 100, also for a message among them', async () => {
    view = open(350);
    await waitFor(() => expect(range()).toEqual([301, 400, true, false]));
    expect(fetches()).toBe(1);
  });

  it('surround a message far back, and then include older ones, without those between', async () => {
    view = open(200);
    await waitFor(() => expect(range()).toEqual([151, 250, true, true]));
    expect(fetches()).toBe(2);
    act(() => shown()?.loadOlder());
    await waitFor(() => expect(range()).toEqual([51, 250, true, true]));
    const [message] = buildMessages(200, 200);
    if (message) await socket.receive('message_changed', { ...message, content: 'Other words', revision: 1 });
    await waitFor(() => expect(shown()?.messages.find(({ seq }) => seq === 200)?.content).toBe('Other words'));
  });

  it('join the latest ones without a gap when newer ones are loaded', async () => {
    view = open(200);
    await waitFor(() => expect(range()).toEqual([151, 250, true, true]));
    act(() => shown()?.loadNewer());
    await waitFor(() => expect(range()).toEqual([151, 400, true, false]));
  });

  it('are the latest again on request, and for a message that does not exist yet', async () => {
    view = open(200);
    await waitFor(() => expect(range()).toEqual([151, 250, true, true]));
    act(() => view.result.current.toLatest());
    await waitFor(() => expect(range()).toEqual([301, 400, true, false]));
    view.rerender({ seq: 4000, requestId: 'of 4000' });
    await waitFor(() => expect(range()).toEqual([301, 400, true, false]));
  });
});
