import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { Refused } from './retry.ts';
import { buildDraft, TestBrowser, getPendingContents } from './test-browser.ts';

let browser: TestBrowser;

beforeEach(() => {
  browser = new TestBrowser();
});
afterEach(() => {
  browser.close();
  jest.restoreAllMocks();
});

const broken = () => {
  throw new Error('Network Error');
};
const refused = () => {
  throw new DOMException('No space left.', 'QuotaExceededError');
};

describe('a reload (product 3.2, 11.14)', () => {
  it('during a send sends again with the same clientId; the message is stored and reported once', async () => {
    browser.server.beforeResponse = () => new Promise(() => undefined);
    const before = browser.open();
    const { clientId } = before.outbox.add(buildDraft('1'));
    await waitFor(() => expect(browser.server.stored).toHaveLength(1));
    before.crash();
    browser.server.beforeResponse = () => undefined;
    const page = browser.open();
    await waitFor(() => expect(page.reported).toEqual(browser.server.stored));
    expect(browser.server.attempts.map((entry) => entry.clientId)).toEqual([clientId, clientId]);
    expect(browser.server.getContents()).toEqual(['1']);
  });

  it('keeps everything that waits, with its files, in order', async () => {
    browser.server.beforeStore = broken;
    const before = browser.open();
    // Only Node's own Blob can be cloned by the fake database; jsdom's cannot.
    const content = await new Response('%PDF-1.7').blob();
    before.outbox.add({
      ...buildDraft('1'),
      files: [{ name: 'plan.pdf', type: 'application/pdf', size: content.size, content }],
    });
    for (const text of ['2', '3']) before.outbox.add(buildDraft(text));
    await waitFor(() => expect(before.outbox.entries('c-1')[0]?.attempts).toBeGreaterThan(0));
    before.outbox.close();
    browser.server.beforeStore = () => undefined;
    const page = browser.open();
    await waitFor(() => expect(page.reported.map((message) => message.content)).toEqual(['1', '2', '3']));
    const [file] = browser.server.attempts.findLast((entry) => entry.content === '1')?.files ?? [];
    expect(file).toMatchObject({ name: 'plan.pdf', type: 'application/pdf', size: 8 });
    expect(file?.content).not.toBe(content);
    expect(await new Response(file?.content).text()).toBe('%PDF-1.7');
  });

  it('leaves a failed one failed, and what is behind it waiting', async () => {
    browser.server.beforeStore = () => {
      throw new Refused('forbidden', 'Not here.');
    };
    const before = browser.open();
    for (const content of ['1', '2']) before.outbox.add(buildDraft(content));
    await waitFor(() => expect(before.outbox.entries('c-1')[0]?.state).toBe('failed'));
    before.outbox.close();
    browser.server.beforeStore = () => undefined;
    const page = browser.open();
    await waitFor(() =>
      expect(page.outbox.entries('c-1')).toMatchObject([
        { state: 'failed', failure: { message: 'Not here.' } },
        { state: 'sending' },
      ]),
    );
    page.outbox.add(buildDraft('3', 'c-2'));
    await waitFor(() => expect(browser.server.getContents()).toEqual(['3']));
    expect(getPendingContents(page)).toEqual(['1', '2']);
  });

  it('does not restore what was sent or removed', async () => {
    const before = browser.open();
    before.outbox.add(buildDraft('1'));
    await waitFor(() => expect(before.reported).toHaveLength(1));
    browser.server.beforeStore = broken;
    const { clientId } = before.outbox.add(buildDraft('2'));
    await waitFor(() => expect(before.outbox.entries('c-1')[0]?.attempts).toBeGreaterThan(0));
    before.outbox.remove(clientId);
    before.outbox.close();
    browser.server.beforeStore = () => undefined;
    const page = browser.open();
    page.outbox.add(buildDraft('3'));
    await waitFor(() => expect(page.reported.map(({ content }) => content)).toEqual(['3']));
    expect(browser.server.getContents()).toEqual(['1', '3']);
  });
});

describe('a browser without a database', () => {
  it('sends from memory, and is reported as not persistent', async () => {
    jest.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Not in private mode.', 'InvalidStateError');
    });
    browser.server.beforeStore = broken;
    const tab = browser.open();
    tab.outbox.add(buildDraft('1'));
    await waitFor(() => expect(tab.outbox.persistent).toBe(false));
    browser.server.beforeStore = () => undefined;
    await waitFor(() => expect(tab.reported.map(({ content }) => content)).toEqual(['1']));
    expect(getPendingContents(tab)).toEqual([]);
  });

  it('shares messages between its tabs: another sends when the first is closed', async () => {
    jest.spyOn(indexedDB, 'open').mockImplementation(refused);
    browser.server.beforeStore = broken;
    const [one, other] = [browser.open(), browser.open()];
    one.outbox.add(buildDraft('1'));
    await waitFor(() => expect(getPendingContents(other)).toEqual(['1']));
    one.outbox.close();
    browser.server.beforeStore = () => undefined;
    await waitFor(() => expect(other.reported.map(({ content }) => content)).toEqual(['1']));
  });
});

it('a database without space is reported; messages are sent from memory, and stored once there is space', async () => {
  const put = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refused);
  browser.server.beforeStore = broken;
  const tab = browser.open();
  const listener = jest.fn();
  tab.outbox.subscribe(listener);
  tab.outbox.add(buildDraft('1'));
  await waitFor(() => expect(tab.outbox.persistent).toBe(false));
  expect(getPendingContents(tab)).toEqual(['1']);
  put.mockRestore();
  tab.outbox.wake();
  await waitFor(() => expect(tab.outbox.persistent).toBe(true));
  expect(listener).toHaveBeenCalled();
  tab.outbox.close();
  browser.server.beforeStore = () => undefined;
  const page = browser.open();
  await waitFor(() => expect(page.reported.map(({ content }) => content)).toEqual(['1']));
});

it('a connection to the database that the browser ends is reopened', async () => {
  const connections: IDBDatabase[] = [];
  const open = indexedDB.open.bind(indexedDB);
  jest.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    const request = open(name, version);
    request.addEventListener('success', () => connections.push(request.result));
    return request;
  });
  const tab = browser.open();
  tab.outbox.add(buildDraft('1'));
  await waitFor(() => expect(tab.reported).toHaveLength(1));
  connections[0]?.close();
  browser.server.beforeStore = broken;
  tab.outbox.add(buildDraft('2'));
  await waitFor(() => expect(connections).toHaveLength(2));
  expect(tab.outbox.persistent).toBe(true);
  tab.crash();
  browser.server.beforeStore = () => undefined;
  const page = browser.open();
  await waitFor(() => expect(page.reported.map(({ content }) => content)).toEqual(['2']));
});
