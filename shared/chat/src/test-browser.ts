import type { Message } from '@solvent/contracts';
import * as fakeDatabase from 'fake-indexeddb';
import { openDB } from 'idb';
import { openTabChannel } from '@solvent/store';
import type { Draft } from './outbox-entries.ts';
import { Outbox } from './outbox.ts';
import type { OutboxOptions } from './outbox.ts';
import { TestServer } from './test-server.ts';

/** A page: an outbox, and the messages that it has heard of as stored. */
export interface TestTab {
  outbox: Outbox;
  reported: Message[];
  /** Ends at once, as a page that crashes does: its lock is free, its requests are answered to nobody. */
  crash(): void;
}

/** A browser whose tabs share a database and a lock, and a server for them. Nothing is in it at first. */
export class TestBrowser {
  readonly server = new TestServer();
  readonly #tabs: TestTab[] = [];
  readonly #last = new Map<string, Promise<unknown>>();

  constructor() {
    Object.assign(globalThis, fakeDatabase, { indexedDB: new fakeDatabase.IDBFactory() });
  }

  /** A new page of Ada. */
  open(overrides: Partial<OutboxOptions> = {}): TestTab {
    const reported: Message[] = [];
    const crashed = new AbortController();
    const outbox = new Outbox({
      userId: 'ada',
      send: (entry, options) => untilCrash(this.server.send(entry, options), crashed.signal),
      onSent: (message) => void reported.push(message),
      lock: (name, task) =>
        untilCrash(
          this.#lock(name, () => Promise.race([task(), waitForAbort(crashed.signal)])),
          crashed.signal,
        ),
      openChannel: openTabChannel,
      backoff: () => 1,
      ...overrides,
    });
    const tab = { outbox, reported, crash: () => crashed.abort() };
    this.#tabs.push(tab);
    return tab;
  }

  /** Closes every page. */
  close(): void {
    for (const { outbox } of this.#tabs) outbox.close();
  }

  #lock(name: string, task: () => Promise<void>): Promise<void> {
    const mine = (this.#last.get(name) ?? Promise.resolve()).then(task);
    this.#last.set(
      name,
      mine.catch(() => undefined),
    );
    return mine;
  }
}

const waitForAbort = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** The answer, but none once the page has crashed. */
const untilCrash = async <Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> => {
  const result = await answer;
  return signal.aborted ? new Promise<Answer>(() => undefined) : result;
};

/** What Ada writes. */
export const buildDraft = (content: string, conversationId = 'c-1'): Draft => ({ conversationId, content, files: [] });

/** The contents of what waits in a conversation. */
export const getPendingContents = ({ outbox }: TestTab, conversationId = 'c-1'): string[] =>
  outbox.entries(conversationId).map(({ content }) => content);

/** Lets nothing be written to the browser's database until it is called. */
export async function blockDatabase(): Promise<() => void> {
  const database = await openDB('solvent-outbox', 1);
  const { store } = database.transaction('entries', 'readwrite');
  let isBlocked = true;
  // A transaction is open for as long as something is asked of it.
  const keepOpen = (): void => void store.count().then(() => isBlocked && keepOpen());
  keepOpen();
  return () => {
    isBlocked = false;
    database.close();
  };
}
