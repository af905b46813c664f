import { waitFor } from '@testing-library/react';
import { Refused } from './retry.ts';
import { buildDraft, blockDatabase, TestBrowser, getPendingContents } from './test-browser.ts';
import type { TestTab } from './test-browser.ts';

let browser: TestBrowser;
let one: TestTab;
let other: TestTab;

beforeEach(() => {
  browser = new TestBrowser();
});
afterEach(() => browser.close());

function delayResponses(): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  browser.server.beforeStore = () => released;
  return release;
}
/** Resolves once the first message is stored, is being sent, and is known to the other tab. */
const waitForFirstSend = () =>
  waitFor(() => expect([browser.server.attempts.length, getPendingContents(other)]).toEqual([1, ['1']]));
const getContents = ({ reported }: TestTab) => reported.map(({ content }) => content);

describe('several tabs', () => {
  beforeEach(() => {
    [one, other] = [browser.open(), browser.open()];
  });

  describe('of one person (product 11.14)', () => {
    it('show the same message, also in one opened later, send it once, and each reports it once', async () => {
      const release = delayResponses();
      one.outbox.add(buildDraft('1'));
      await waitForFirstSend();
      const late = browser.open();
      await waitFor(() => expect(getPendingContents(late)).toEqual(['1']));
      release();
      await waitFor(() => expect([getContents(one), getContents(other)]).toEqual([['1'], ['1']]));
      expect([getPendingContents(one), getPendingContents(other)]).toEqual([[], []]);
      expect(browser.server.attempts).toHaveLength(1);
    });

    it('send messages of both one after the other', async () => {
      const release = delayResponses();
      one.outbox.add(buildDraft('1'));
      await waitFor(() => expect(getPendingContents(other)).toEqual(['1']));
      other.outbox.add(buildDraft('2'));
      await waitFor(() => expect(getPendingContents(one)).toEqual(['1', '2']));
      one.outbox.add(buildDraft('3'));
      release();
      await waitFor(() => expect(browser.server.getContents()).toEqual(['1', '2', '3']));
      expect(browser.server.maxConcurrentSends).toBe(1);
      expect(browser.server.attempts).toHaveLength(3);
    });

    it('show the progress of what either sends', async () => {
      browser.close();
      let clientId = '';
      const reportProgress = await new Promise<(sent: number) => void>((resolve) => {
        one = browser.open({
          send: (_entry, { onProgress }) => {
            resolve(onProgress);
            return new Promise(() => undefined);
          },
        });
        other = browser.open();
        ({ clientId } = one.outbox.add(buildDraft('1')));
      });
      await waitFor(() => expect(getPendingContents(other)).toEqual(['1']));
      reportProgress(0.25);
      expect(one.outbox.progress(clientId)).toBe(0.25);
      await waitFor(() => expect(other.outbox.progress(clientId)).toBe(0.25));
    });

    it('let either remove or retry what the other has tried', async () => {
      let refuse = true;
      browser.server.beforeStore = ({ content }) => {
        if (content !== '3' && refuse) throw new Refused('forbidden', 'Not here.');
      };
      const { clientId: first } = one.outbox.add(buildDraft('1'));
      const { clientId: second } = one.outbox.add(buildDraft('2'));
      one.outbox.add(buildDraft('3'));
      await waitFor(() =>
        expect(other.outbox.entries('c-1')).toMatchObject([{ state: 'failed', failure: { message: 'Not here.' } }, {}, {}]),
      );
      other.outbox.remove(first);
      await waitFor(() => expect(one.outbox.entries('c-1')).toMatchObject([{ content: '2', state: 'failed' }, {}]));
      await waitFor(() => expect(other.outbox.entries('c-1')).toMatchObject([{ content: '2', state: 'failed' }, {}]));
      refuse = false;
      other.outbox.retry(second);
      await waitFor(() => expect(browser.server.getContents()).toEqual(['2', '3']));
      await waitFor(() => expect([getPendingContents(one), getPendingContents(other)]).toEqual([[], []]));
    });

    it('wake each other when the connection is back', async () => {
      browser.close();
      [one, other] = [browser.open({ backoff: () => 3_600_000 }), browser.open()];
      browser.server.beforeStore = () => {
        throw new Error('Network Error');
      };
      one.outbox.add(buildDraft('1'));
      await waitFor(() => expect(one.outbox.entries('c-1')[0]?.attempts).toBe(1));
      browser.server.beforeStore = () => undefined;
      other.outbox.wake();
      await waitFor(() => expect(browser.server.getContents()).toEqual(['1']));
    });

    it('without a common lock may both send; each message is stored and reported once', async () => {
      browser.close();
      const alone = { lock: (_name: string, task: () => Promise<void>) => task() };
      [one, other] = [browser.open(alone), browser.open(alone)];
      for (const content of ['1', '2', '3']) one.outbox.add(buildDraft(content));
      await waitFor(() =>
        expect([getContents(one), getContents(other)]).toEqual([
          ['1', '2', '3'],
          ['1', '2', '3'],
        ]),
      );
      expect(browser.server.getContents()).toEqual(['1', '2', '3']);
    });
  });

  describe('opened later', () => {
    it('do not send again what the server has, while the sender still removes it from the database', async () => {
      const release = delayResponses();
      one.outbox.add(buildDraft('1'));
      await waitForFirstSend();
      other.outbox.close();
      const releaseDatabase = await blockDatabase();
      // Reads are queued before the removal.
      for (let reads = 0; reads < 5; reads += 1) one.outbox.wake();
      release();
      await waitFor(() => expect(getContents(one)).toEqual(['1']));
      const late = browser.open();
      late.outbox.add(buildDraft('2'));
      releaseDatabase();
      await waitFor(() => expect(getContents(late)).toContain('2'));
      expect(browser.server.attempts.map(({ content }) => content)).toEqual(['1', '2']);
    });
  });

  describe('of which the sending one ends', () => {
    it.each(['closes', 'crashes'])(
      'hand over when it %s: the same message is sent again, in order, and stored once',
      async (how) => {
        browser.server.beforeResponse = () => new Promise(() => undefined);
        const { clientId } = one.outbox.add(buildDraft('1'));
        one.outbox.add(buildDraft('2'));
        await waitFor(() => expect(browser.server.stored).toHaveLength(1));
        await waitFor(() => expect(getPendingContents(other)).toEqual(['1', '2']));
        browser.server.beforeResponse = () => undefined;
        if (how === 'closes') one.outbox.close();
        else one.crash();
        await waitFor(() => expect(getContents(other)).toEqual(['1', '2']));
        expect(browser.server.attempts.map((entry) => entry.clientId).slice(0, 2)).toEqual([clientId, clientId]);
        expect(browser.server.getContents()).toEqual(['1', '2']);
      },
    );
  });

  describe('of two people', () => {
    it('keep the entries of each apart: neither shown nor sent nor lost', async () => {
      browser.server.beforeStore = ({ userId }) => {
        if (userId === 'ada') throw new Error('Network Error');
      };
      one.outbox.add(buildDraft('of Ada'));
      await waitFor(() => expect(one.outbox.entries('c-1')[0]?.attempts).toBeGreaterThan(0));
      browser.close();
      const sent: string[] = [];
      const grace = browser.open({
        userId: 'grace',
        send: (entry, options) => {
          sent.push(entry.content);
          return browser.server.send(entry, options);
        },
      });
      grace.outbox.add(buildDraft('of Grace'));
      grace.outbox.wake();
      await waitFor(() => expect(getContents(grace)).toEqual(['of Grace']));
      expect(getPendingContents(grace)).toEqual([]);
      expect(sent).toEqual(['of Grace']);
      grace.outbox.close();
      browser.server.beforeStore = () => undefined;
      const ada = browser.open();
      await waitFor(() => expect(getContents(ada)).toEqual(['of Ada']));
    });
  });

  describe('with a closed outbox', () => {
    it('send nothing more from it; the next one does', async () => {
      browser.close();
      browser.server.beforeStore = () => {
        throw new Error('Network Error');
      };
      const tab = browser.open({ backoff: () => 3_600_000 });
      tab.outbox.add(buildDraft('1'));
      await waitFor(() => expect(tab.outbox.entries('c-1')[0]?.attempts).toBe(1));
      tab.outbox.close();
      browser.server.beforeStore = () => undefined;
      tab.outbox.wake();
      window.dispatchEvent(new Event('online'));
      expect(browser.server.attempts).toHaveLength(1);
      const next = browser.open();
      await waitFor(() => expect(getContents(next)).toEqual(['1']));
      expect(tab.reported).toEqual([]);
    });
  });
});

/** Opens a tab that holds the lock, because its message of another conversation never completes. */
async function openSending(): Promise<TestTab> {
  browser.server.beforeStore = ({ conversationId }) => (conversationId === 'c-2' ? new Promise(() => undefined) : undefined);
  const tab = browser.open();
  tab.outbox.add(buildDraft('A large file', 'c-2'));
  await waitFor(() => expect(browser.server.attempts).toHaveLength(1));
  return tab;
}

describe('messages are sent in the order in which they were written (product 11.14)', () => {
  it('when their page is reloaded at once, and another tab sends', async () => {
    await openSending();
    const before = browser.open();
    before.outbox.add(buildDraft('1'));
    await waitFor(() => expect(getPendingContents(before)).toEqual([]));
    before.outbox.add(buildDraft('2'));
    before.outbox.close();
    const page = browser.open();
    await waitFor(() => expect([...browser.server.getContents('c-1'), ...getPendingContents(page)]).toContain('2'));
    page.outbox.add(buildDraft('3'));
    await waitFor(() => expect(browser.server.getContents('c-1')).toContain('3'));
    expect(browser.server.getContents('c-1')).toEqual(['1', '2', '3']);
  });

  it('from two tabs, while the browser still stores those of the first', async () => {
    const sending = await openSending();
    const release = await blockDatabase();
    browser.open().outbox.add(buildDraft('1'));
    await waitFor(() => expect([...browser.server.getContents('c-1'), ...getPendingContents(sending)]).toContain('1'));
    sending.outbox.add(buildDraft('2'));
    await waitFor(() => expect(browser.server.getContents('c-1')).toEqual(['1', '2']));
    release();
  });

  it('when the outbox is closed and the next one opened while the browser still stores them', async () => {
    const before = browser.open();
    // Each reconnection queues a read of the database.
    for (let times = 0; times < 5; times += 1) before.outbox.wake();
    before.outbox.add(buildDraft('1'));
    before.outbox.close();
    const page = browser.open();
    page.outbox.add(buildDraft('2'));
    await waitFor(() => expect(browser.server.getContents()).toContain('2'));
    expect(browser.server.getContents()).toEqual(['1', '2']);
  });
});
