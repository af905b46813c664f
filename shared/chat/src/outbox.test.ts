import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { Refused, SignedOut } from './retry.ts';
import { buildDraft, TestBrowser, getPendingContents } from './test-browser.ts';
import { buildStoredMessage } from './test-server.ts';

let browser: TestBrowser;

beforeEach(() => {
  browser = new TestBrowser();
});
afterEach(() => browser.close());

const never = () => new Promise<void>(() => undefined);
const broken = () => {
  throw new Error('Network Error');
};

describe('a message (product 4.14, 11.14)', () => {
  it('is in the outbox at once, and removed when the server has it', async () => {
    const tab = browser.open();
    const entry = tab.outbox.add(buildDraft('Hello'));
    expect(tab.outbox.entries('c-1')).toEqual([entry]);
    await waitFor(() => expect(getPendingContents(tab)).toEqual([]));
    expect(browser.server.getContents()).toEqual(['Hello']);
    expect(tab.reported).toEqual(browser.server.stored);
  });

  it('is reported as sent before it leaves the outbox, so that it is always on the screen', async () => {
    const seen: string[] = [];
    const tab = browser.open({ onSent: () => seen.push(...getPendingContents(tab)) });
    tab.outbox.add(buildDraft('Hello'));
    await waitFor(() => expect(seen).toEqual(['Hello']));
  });

  it('is sent after those before it, one at a time, whatever fails', async () => {
    let failures = 3;
    browser.server.beforeStore = () => {
      failures -= 1;
      if (failures >= 0) broken();
    };
    const tab = browser.open();
    for (const content of ['1', '2', '3']) tab.outbox.add(buildDraft(content));
    await waitFor(() => expect(browser.server.getContents()).toEqual(['1', '2', '3']));
    expect(browser.server.maxConcurrentSends).toBe(1);
  });

  it('is done when its event arrives before the answer, and reported once', async () => {
    browser.server.beforeResponse = ({ content }) => (content === '1' ? never() : undefined);
    const tab = browser.open();
    const entry = tab.outbox.add(buildDraft('1'));
    tab.outbox.add(buildDraft('2'));
    await waitFor(() => expect(browser.server.getContents()).toEqual(['1']));
    const stored = buildStoredMessage(entry, 1);
    tab.outbox.acknowledge({ ...stored, sender: { ...stored.sender, _id: 'diego' } });
    expect(getPendingContents(tab)).toEqual(['1', '2']);
    tab.outbox.acknowledge(stored);
    tab.outbox.acknowledge(stored);
    expect(getPendingContents(tab)).toEqual(['2']);
    await waitFor(() => expect(tab.reported.map(({ content }) => content)).toEqual(['1', '2']));
  });

  it('is not lost by a listener that fails', async () => {
    const error = jest.spyOn(console, 'error').mockReturnValue();
    const tab = browser.open({ onSent: broken });
    for (const content of ['1', '2']) tab.outbox.add(buildDraft(content));
    await waitFor(() => expect(getPendingContents(tab)).toEqual([]));
    expect(browser.server.attempts).toHaveLength(2);
    expect(error).toHaveBeenCalledTimes(2);
    error.mockRestore();
  });
});

describe('a message that the server rejects', () => {
  let refuse = true;
  beforeEach(() => {
    refuse = true;
    browser.server.beforeStore = ({ content }) => {
      if (content === '1' && refuse) throw new Refused('forbidden', 'Not here.');
    };
  });
  async function openWithFailedEntry() {
    const tab = browser.open();
    const { clientId } = tab.outbox.add(buildDraft('1'));
    tab.outbox.add(buildDraft('2'));
    await waitFor(() => expect(tab.outbox.entries('c-1')[0]?.state).toBe('failed'));
    return { tab, clientId };
  }

  it('is sent again on a retry, before those after it, with the same clientId (product 11.7)', async () => {
    const { tab, clientId } = await openWithFailedEntry();
    refuse = false;
    tab.outbox.retry(clientId);
    expect(tab.outbox.entries('c-1')[0]).toMatchObject({ state: 'sending', failure: null });
    await waitFor(() => expect(browser.server.getContents()).toEqual(['1', '2']));
    expect(browser.server.stored[0]?.clientId).toBe(clientId);
  });

  it('no longer blocks those after it once it is removed', async () => {
    const { tab, clientId } = await openWithFailedEntry();
    tab.outbox.remove(clientId);
    expect(getPendingContents(tab)).toEqual(['2']);
    await waitFor(() => expect(browser.server.getContents()).toEqual(['2']));
  });
});

it('removing aborts a message that is under way, and the next one is sent', async () => {
  const signals: AbortSignal[] = [];
  browser.server.beforeStore = (_entry, signal) => {
    signals.push(signal);
    return signals.length === 1 ? never() : undefined;
  };
  const tab = browser.open();
  const { clientId } = tab.outbox.add(buildDraft('1'));
  tab.outbox.add(buildDraft('2'));
  await waitFor(() => expect(signals).toHaveLength(1));
  tab.outbox.remove(clientId);
  expect(signals[0]?.aborted).toBe(true);
  await waitFor(() => expect(browser.server.getContents()).toEqual(['2']));
  expect(tab.reported.map(({ content }) => content)).toEqual(['2']);
});

it('a message is sent at once when the browser is online again', async () => {
  browser.server.beforeStore = broken;
  const tab = browser.open({ backoff: () => 3_600_000 });
  tab.outbox.add(buildDraft('1'));
  await waitFor(() => expect(tab.outbox.entries('c-1')[0]?.attempts).toBe(1));
  browser.server.beforeStore = () => undefined;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(browser.server.getContents()).toEqual(['1']));
});

it('a session that is over (product 4.14) leaves everything unsent, for the next sign-in of the same person', async () => {
  browser.server.beforeStore = () => {
    throw new SignedOut();
  };
  const tab = browser.open();
  tab.outbox.add(buildDraft('1'));
  await waitFor(() => expect(browser.server.attempts).toHaveLength(1));
  tab.outbox.add(buildDraft('2', 'c-2'));
  expect(tab.outbox.entries('c-1')).toMatchObject([{ state: 'sending', attempts: 0, failure: null }]);
  tab.outbox.close();
  browser.server.beforeStore = () => undefined;
  const next = browser.open();
  await waitFor(() => expect(browser.server.getContents()).toEqual(['1', '2']));
  await waitFor(() => expect(getPendingContents(next)).toEqual([]));
});
