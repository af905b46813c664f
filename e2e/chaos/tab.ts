import { ConversationSync, Outbox } from '@solvent/chat';
import type { OutboxFile } from '@solvent/chat';
import type { Message } from '@solvent/contracts';
import { connect } from '@solvent/socket/connect';
import { openTabChannel } from '@solvent/store/tab-channel';
import type { ChatApi } from './chat-api.ts';
import type { Lock } from './one-at-a-time.ts';
import { createScreen } from './screen.ts';
import type { Screen } from './screen.ts';
import { rest } from './wait.ts';

/** What one page of somebody's runs on. */
export interface TabOptions {
  url: string;
  userId: string;
  token: string;
  calls: ChatApi;
  /** What the tabs of one person lock. */
  lock: Lock;
  /** Ids of the conversations that are open in it. */
  conversations: string[];
  /** Sends one message; what {@link ChatApi.post} does, and notes it. */
  post: ChatApi['post'];
  onSent(message: Message): void;
  onShown(message: Message): void;
}

/** One page of somebody's: the client's own code, as the product runs it. */
export interface Tab {
  screen: Screen;
  /** Writes a message; gives its clientId. */
  write(conversationId: string, content: string, files: OutboxFile[]): string;
  /** Messages that are not acknowledged yet. */
  countUnsent(): number;
  /** What the server refused for good, in its words. */
  listRefusals(): string[];
  /** As a browser ends a page: at once, whatever is under way. */
  close(): void;
}

const PAGE_SIZE = 100;
/** How long a page waits before it asks again for what it did not get (ms). */
const RETRY_DELAY_MS = 500;

/** Opens the page. It has each conversation from its first message on as soon as the network lets it. */
export function openTab({ url, userId, token, calls, lock, conversations, post, onSent, onShown }: TabOptions): Tab {
  const controller = new AbortController();
  const { signal: end } = controller;
  const screen = createScreen(onShown);
  const sync = new ConversationSync({
    store: screen,
    fetchAfter: (id, after) => calls.messages(id, `after=${after}&limit=${PAGE_SIZE}`),
    fetchChanged: (id, revision) => calls.messages(id, `changedAfter=${revision}&limit=${PAGE_SIZE}`),
  });
  const connection = connect(
    token,
    {
      onConnected: () => {
        outbox.wake();
        void sync.catchUp();
      },
    },
    url,
  );
  const outbox = new Outbox({
    userId,
    openChannel: openTabChannel,
    lock,
    // What is under way ends with the page, also where nobody waits for it any more.
    send: (entry, { signal }) => post(entry, AbortSignal.any([signal, end]), connection.send),
    onSent: (message) => {
      sync.receive(message);
      onSent(message);
    },
  });
  connection.socket.on('message', (message) => {
    sync.receive(message);
    outbox.acknowledge(message);
  });
  connection.socket.on('message_changed', (message) => sync.change(message));

  async function fetchNewest(id: string): Promise<void> {
    await sync.open(id, async () => {
      const page = await calls.messages(id, `limit=${PAGE_SIZE}`);
      end.throwIfAborted();
      return page;
    });
  }

  /** The page above, as for somebody who scrolls up. */
  async function fetchOlder(id: string): Promise<void> {
    const first = screen.read(id)?.messages[0]?.seq ?? 1;
    const page = await calls.messages(id, `before=${first}&limit=${PAGE_SIZE}`);
    if (!end.aborted) sync.prepend(id, page);
  }

  async function fetchAll(): Promise<void> {
    for (const id of conversations) {
      while (!end.aborted && screen.read(id)?.hasOlder !== false) {
        await (screen.read(id) === undefined ? fetchNewest(id) : fetchOlder(id)).catch(() => rest(RETRY_DELAY_MS));
      }
    }
  }

  void fetchAll();
  const entries = () => conversations.flatMap((id) => outbox.entries(id));
  return {
    screen,
    write: (conversationId, content, files) => outbox.add({ conversationId, content, files }).clientId,
    countUnsent: () => entries().length,
    listRefusals: () => entries().flatMap(({ failure }) => (failure ? [failure.message] : [])),
    close() {
      controller.abort();
      connection.close();
      outbox.close();
      sync.close();
    },
  };
}
