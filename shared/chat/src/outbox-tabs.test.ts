import { waitFor } from '@testing-library/react';
import { Refused } from './retry.ts';
import { draft, holdDatabase, TestBrowser, waiting } from './test-browser.ts';
import type { TestTab } from './test-browser.ts';

let browser: TestBrowser;
let one: TestTab;
let other: TestTab;

beforeEach(() => {
  browser = new TestBrowser();
  one = browser.open();
  other = browser.open();
});
afterEach(() => browser.close());

/** Lets no try come to its answer until it is called. */
function hold(): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  browser.server.before = () => released;
  return release;
}
const contentsOf = ({ heard }: TestTab) => heard.map(({ content }) => content);

describe('two tabs', () => {
  it('show the same, send it once, and each hears of it once', async () => {
    const release = hold();
    one.outbox.add(draft('1'));
    await waitFor(() => expect(waiting(other)).toEqual(['1']));
    release();
    await waitFor(() => expect([contentsOf(one), contentsOf(other)]).toEqual([['1'], ['1']]));
    expect([waiting(one), waiting(other)]).toEqual([[], []]);
    expect(browser.server.tries).toHaveLength(1);
  });

  it('send one after the other what is written in both', async () => {
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

  it('show how much is sent, also of what the other one sends', async () => {
    browser.close();
    let say = (_sent: number) => {};
    one = browser.open({
      send: (_entry, { onProgress }) => {
        say = onProgress;
        return new Promise(() => undefined);
      },
    });
    other = browser.open();
    const { clientId } = one.outbox.add(draft('1'));
    await waitFor(() => expect(waiting(other)).toEqual(['1']));
    say(0.25);
    expect(one.outbox.progress(clientId)).toBe(0.25);
    await waitFor(() => expect(other.outbox.progress(clientId)).toBe(0.25));
  });

  it('let the one decide about what the other has tried', async () => {
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

  it('wake each other: the one that waits may not be the one that hears of the connection', async () => {
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

  it('without a common lock may both send: stored once, heard of once', async () => {
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

describe('a tab that comes later', () => {
  it('shows what waits', async () => {
    hold();
    one.outbox.add(draft('1'));
    await waitFor(() => expect(browser.server.tries).toHaveLength(1));
    const late = browser.open();
    await waitFor(() => expect(waiting(late)).toEqual(['1']));
  });

  it('does not send what the server has, while the one that sent it still takes it out of the database', async () => {
    const release = hold();
    one.outbox.add(draft('1'));
    await waitFor(() => expect(waiting(other)).toEqual(['1']));
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

describe('the tab that sends', () => {
  it.each(['closes', 'crashes'])(
    'when it %s hands over: the same message goes out again, in order, and is stored once',
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

describe("another person's entries", () => {
  it('are neither shown nor sent nor lost', async () => {
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

describe('a closed outbox', () => {
  it('sends nothing more, whatever comes; the next one does', async () => {
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
