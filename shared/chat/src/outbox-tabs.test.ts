import { waitFor } from '@testing-library/react';
import { Refused } from './retry.ts';
import { draft, holdDatabase, TestBrowser, waiting } from './test-browser.ts';
import type { TestTab } from './test-browser.ts';

let browser: TestBrowser;
let one: TestTab;
let other: TestTab;

beforeEach(() => {
  browser = new TestBrowser();
});
afterEach(() => browser.close());

/** Delays every answer until the returned function is called. */
function hold(): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  browser.server.before = () => released;
  return release;
}
/** The first message is in the database, is being sent, and is known to the other tab. */
const firstIsUnderWay = () => waitFor(() => expect([browser.server.tries.length, waiting(other)]).toEqual([1, ['1']]));
const contentsOf = ({ heard }: TestTab) => heard.map(({ content }) => content);

describe('several tabs', () => {
  beforeEach(() => {
    [one, other] = [browser.open(), browser.open()];
  });

  describe('of one person (product 11.14)', () => {
    it('show the same message, also in one opened later, send it once, and each reports it once', async () => {
      const release = hold();
      one.outbox.add(draft('1'));
      await firstIsUnderWay();
      const late = browser.open();
      await waitFor(() => expect(waiting(late)).toEqual(['1']));
      release();
      await waitFor(() => expect([contentsOf(one), contentsOf(other)]).toEqual([['1'], ['1']]));
      expect([waiting(one), waiting(other)]).toEqual([[], []]);
      expect(browser.server.tries).toHaveLength(1);
    });

    it('send messages of both one after the other', async () => {
      const release = hold();
      one.outbox.add(draft('1'));
      await waitFor(() => expect(waiting(other)).toEqual(['1']));
      other.outbox.add(draft('2'));
      await waitFor(() => expect(waiting(one)).toEqual(['1', '2']));
      one.outbox.add(draft('3'));
      release();
      await waitFor(() => expect(browser.server.contents()).toEqual(['1', '2', '3']));
      expect(browser.server.mostAtOnce).toBe(1);
      expect(browser.server.tries).toHaveLength(3);
    });

    it('show the progress of what either sends', async () => {
      browser.close();
      let clientId = '';
      const say = await new Promise<(sent: number) => void>((resolve) => {
        one = browser.open({
          send: (_entry, { onProgress }) => {
            resolve(onProgress);
            return new Promise(() => undefined);
          },
        });
        other = browser.open();
        ({ clientId } = one.outbox.add(draft('1')));
      });
      await waitFor(() => expect(waiting(other)).toEqual(['1']));
      say(0.25);
      expect(one.outbox.progress(clientId)).toBe(0.25);
      await waitFor(() => expect(other.outbox.progress(clientId)).toBe(0.25));
    });

    it('let either remove or retry what the other has tried', async () => {
      let refuse = true;
      browser.server.before = ({ content }) => {
        if (content !== '3' && refuse) throw new Refused('forbidden', 'Not here.');
      };
      const { clientId: first } = one.outbox.add(draft('1'));
      const { clientId: second } = one.outbox.add(draft('2'));
      one.outbox.add(draft('3'));
      await waitFor(() =>
        expect(other.outbox.entries('c-1')).toMatchObject([{ state: 'failed', failure: { message: 'Not here.' } }, {}, {}]),
      );
      other.outbox.remove(first);
      await waitFor(() => expect(one.outbox.entries('c-1')).toMatchObject([{ content: '2', state: 'failed' }, {}]));
      await waitFor(() => expect(other.outbox.entries('c-1')).toMatchObject([{ content: '2', state: 'failed' }, {}]));
      refuse = false;
      other.outbox.retry(second);
      await waitFor(() => expect(browser.server.contents()).toEqual(['2', '3']));
      await waitFor(() => expect([waiting(one), waiting(other)]).toEqual([[], []]));
    });

    it('wake each other when the connection is back', async () => {
      browser.close();
      [one, other] = [browser.open({ backoff: () => 3_600_000 }), browser.open()];
      browser.server.before = () => {
        throw new Error('Network Error');
      };
      one.outbox.add(draft('1'));
      await waitFor(() => expect(one.outbox.entries('c-1')[0]?.attempts).toBe(1));
      browser.server.before = () => undefined;
      other.outbox.wake();
      await waitFor(() => expect(browser.server.contents()).toEqual(['1']));
    });

    it('without a common lock may both send; each message is stored and reported once', async () => {
      browser.close();
      const alone = { lock: (_name: string, task: () => Promise<void>) => task() };
      [one, other] = [browser.open(alone), browser.open(alone)];
      for (const content of ['1', '2', '3']) one.outbox.add(draft(content));
      await waitFor(() =>
        expect([contentsOf(one), contentsOf(other)]).toEqual([
          ['1', '2', '3'],
          ['1', '2', '3'],
        ]),
      );
      expect(browser.server.contents()).toEqual(['1', '2', '3']);
    });
  });

  describe('opened later', () => {
    it('do not send again what the server has, while the sender still removes it from the database', async () => {
      const release = hold();
      one.outbox.add(draft('1'));
      await firstIsUnderWay();
      other.outbox.close();
      const releaseDatabase = await holdDatabase();
      // What it reads first comes before what it takes out.
      for (let reads = 0; reads < 5; reads += 1) one.outbox.wake();
      release();
      await waitFor(() => expect(contentsOf(one)).toEqual(['1']));
      const late = browser.open();
      late.outbox.add(draft('2'));
      releaseDatabase();
      await waitFor(() => expect(contentsOf(late)).toContain('2'));
      expect(browser.server.tries.map(({ content }) => content)).toEqual(['1', '2']);
    });
  });

  describe('of which the sending one ends', () => {
    it.each(['closes', 'crashes'])(
      'hand over when it %s: the same message is sent again, in order, and stored once',
      async (how) => {
        browser.server.after = () => new Promise(() => undefined);
        const { clientId } = one.outbox.add(draft('1'));
        one.outbox.add(draft('2'));
        await waitFor(() => expect(browser.server.stored).toHaveLength(1));
        await waitFor(() => expect(waiting(other)).toEqual(['1', '2']));
        browser.server.after = () => undefined;
        if (how === 'closes') one.outbox.close();
        else one.crash();
        await waitFor(() => expect(contentsOf(other)).toEqual(['1', '2']));
        expect(browser.server.tries.map((entry) => entry.clientId).slice(0, 2)).toEqual([clientId, clientId]);
        expect(browser.server.contents()).toEqual(['1', '2']);
      },
    );
  });

  describe('of two people', () => {
    it('keep the entries of each apart: neither shown nor sent nor lost', async () => {
      browser.server.before = ({ userId }) => {
        if (userId === 'ada') throw new Error('Network Error');
      };
      one.outbox.add(draft('of Ada'));
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
      grace.outbox.add(draft('of Grace'));
      grace.outbox.wake();
      await waitFor(() => expect(contentsOf(grace)).toEqual(['of Grace']));
      expect(waiting(grace)).toEqual([]);
      expect(sent).toEqual(['of Grace']);
      grace.outbox.close();
      browser.server.before = () => undefined;
      const ada = browser.open();
      await waitFor(() => expect(contentsOf(ada)).toEqual(['of Ada']));
    });
  });

  describe('with a closed outbox', () => {
    it('send nothing more from it; the next one does', async () => {
      browser.close();
      browser.server.before = () => {
        throw new Error('Network Error');
      };
      const tab = browser.open({ backoff: () => 3_600_000 });
      tab.outbox.add(draft('1'));
      await waitFor(() => expect(tab.outbox.entries('c-1')[0]?.attempts).toBe(1));
      tab.outbox.close();
      browser.server.before = () => undefined;
      tab.outbox.wake();
      window.dispatchEvent(new Event('online'));
      expect(browser.server.tries).toHaveLength(1);
      const next = browser.open();
      await waitFor(() => expect(contentsOf(next)).toEqual(['1']));
      expect(tab.heard).toEqual([]);
    });
  });
});

/** A tab that holds the lock: its message of another conversation stays under way. */
async function openSending(): Promise<TestTab> {
  browser.server.before = ({ conversationId }) => (conversationId === 'c-2' ? new Promise(() => undefined) : undefined);
  const tab = browser.open();
  tab.outbox.add(draft('A large file', 'c-2'));
  await waitFor(() => expect(browser.server.tries).toHaveLength(1));
  return tab;
}

describe('messages are sent in the order in which they were written (product 11.14)', () => {
  it('when their page is reloaded at once, and another tab sends', async () => {
    await openSending();
    const before = browser.open();
    before.outbox.add(draft('1'));
    await waitFor(() => expect(waiting(before)).toEqual([]));
    before.outbox.add(draft('2'));
    before.outbox.close();
    const page = browser.open();
    await waitFor(() => expect([...browser.server.contents('c-1'), ...waiting(page)]).toContain('2'));
    page.outbox.add(draft('3'));
    await waitFor(() => expect(browser.server.contents('c-1')).toContain('3'));
    expect(browser.server.contents('c-1')).toEqual(['1', '2', '3']);
  });

  it('from two tabs, while the browser still stores those of the first', async () => {
    const sending = await openSending();
    const release = await holdDatabase();
    browser.open().outbox.add(draft('1'));
    await waitFor(() => expect([...browser.server.contents('c-1'), ...waiting(sending)]).toContain('1'));
    sending.outbox.add(draft('2'));
    await waitFor(() => expect(browser.server.contents('c-1')).toEqual(['1', '2']));
    release();
  });

  it('when the outbox is closed and the next one opened while the browser still stores them', async () => {
    const before = browser.open();
    // The connection comes and goes: each time it looks into the database, one thing after the other.
    for (let times = 0; times < 5; times += 1) before.outbox.wake();
    before.outbox.add(draft('1'));
    before.outbox.close();
    const page = browser.open();
    page.outbox.add(draft('2'));
    await waitFor(() => expect(browser.server.contents()).toContain('2'));
    expect(browser.server.contents()).toEqual(['1', '2']);
  });
});
