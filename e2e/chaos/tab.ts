import { setTimeout as wait } from 'node:timers/promises';
import { ConversationSync, Outbox } from '@solvent/chat';
import type { OutboxFile } from '@solvent/chat';
import type { Message } from '@solvent/contracts';
import { connect } from '@solvent/socket/connect';
import { openTabChannel } from '@solvent/store/tab-channel';
import type { ChatApi } from './chat-api.ts';
import { createScreen } from './screen.ts';
import type { Screen } from './screen.ts';

export interface TabOptions {
  url: string;
  userId: string;
  token: string;
  calls: ChatApi;
  lock: Lock;
  conversations: string[];
  /** {@link ChatApi.post}, with a check for concurrent sends. */
  post: ChatApi['post'];
  onSent(message: Message): void;
  onShown(message: Message): void;
}

/** A page that runs the client's own code. */
export interface Tab {
  screen: Screen;
  write(conversationId: string, content: string, files: OutboxFile[]): string;
  countUnsent(): number;
  listRefusals(): string[];
  /** Aborts everything at once, like a browser. */
  close(): void;
}

export type Lock = (name: string, task: () => Promise<void>) => Promise<void>;

/** Serializes tasks of the same name for the tabs of one user, like Web Locks. */
export function createLock(): Lock {
  const last = new Map<string, Promise<unknown>>();
  return (name, task) => {
    const run = (last.get(name) ?? Promise.resolve()).then(task, task);
    last.set(
      name,
      run.catch(() => undefined),
    );
    return run;
  };
}

const PAGE_SIZE = 100;
const RETRY_DELAY_MS = 500;

/** Opens a page, which loads each conversation from its first message. */
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
    // Closing the page aborts its requests.
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

  async function fetchOlder(id: string): Promise<void> {
    const first = screen.read(id)?.messages[0]?.seq ?? 1;
    const page = await calls.messages(id, `before=${first}&limit=${PAGE_SIZE}`);
    if (!end.aborted) sync.prepend(id, page);
  }

  async function fetchAll(): Promise<void> {
    for (const id of conversations) {
      while (!end.aborted && screen.read(id)?.hasOlder !== false) {
        await (screen.read(id) === undefined ? fetchNewest(id) : fetchOlder(id)).catch(() => wait(RETRY_DELAY_MS));
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
