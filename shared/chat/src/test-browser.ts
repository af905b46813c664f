import type { Message } from '@solvent/contracts';
import * as fakeDatabase from 'fake-indexeddb';
import { openDB } from 'idb';
import { openTabChannel } from '@solvent/store';
import type { Draft } from './outbox-entries.ts';
import { Outbox } from './outbox.ts';
import type { OutboxOptions } from './outbox.ts';
import { TestServer } from './test-server.ts';

export interface TestTab {
  outbox: Outbox;
  reported: Message[];
  /** Ends like a crashed page: releases its lock and receives no responses. */
  crash(): void;
}

/** A browser whose tabs share a database and a lock, with a fake server. */
export class TestBrowser {
  readonly server = new TestServer();
  readonly #tabs: TestTab[] = [];
  readonly #last = new Map<string, Promise<unknown>>();

  constructor() {
    Object.assign(globalThis, fakeDatabase, { indexedDB: new fakeDatabase.IDBFactory() });
  }

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

/** Never resolves after a crash. */
const untilCrash = async <Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> => {
  const result = await answer;
  return signal.aborted ? new Promise<Answer>(() => undefined) : result;
};

export const buildDraft = (content: string, conversationId = 'c-1'): Draft => ({ conversationId, content, files: [] });

export const getPendingContents = ({ outbox }: TestTab, conversationId = 'c-1'): string[] =>
  outbox.entries(conversationId).map(({ content }) => content);

/** Blocks writes to the database until the returned function is called. */
export async function blockDatabase(): Promise<() => void> {
  const database = await openDB('solvent-outbox', 1);
  const { store } = database.transaction('entries', 'readwrite');
  let isBlocked = true;
  // A transaction stays open while it has requests.
  const keepOpen = (): void => void store.count().then(() => isBlocked && keepOpen());
  keepOpen();
  return () => {
    isBlocked = false;
    database.close();
  };
}
