import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { Refused } from './retry.ts';
import { draft, TestBrowser, waiting } from './test-browser.ts';

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
    browser.server.after = () => new Promise(() => undefined);
    const before = browser.open();
    const { clientId } = before.outbox.add(draft('1'));
    await waitFor(() => expect(browser.server.stored).toHaveLength(1));
    before.crash();
    browser.server.after = () => undefined;
    const page = browser.open();
    await waitFor(() => expect(page.heard).toEqual(browser.server.stored));
    expect(browser.server.tries.map((entry) => entry.clientId)).toEqual([clientId, clientId]);
    expect(browser.server.contents()).toEqual(['1']);
  });

  it('keeps everything that waits, with its files, in order', async () => {
    browser.server.before = broken;
    const before = browser.open();
    // The platform's own, which the database can copy; the test's window has another one.
    const content = await new Response('%PDF-1.7').blob();
    before.outbox.add({ ...draft('1'), files: [{ name: 'plan.pdf', type: 'application/pdf', size: content.size, content }] });
    for (const text of ['2', '3']) before.outbox.add(draft(text));
    await waitFor(() => expect(before.outbox.entries('c-1')[0]?.attempts).toBeGreaterThan(0));
    before.outbox.close();
    browser.server.before = () => undefined;
    const page = browser.open();
    await waitFor(() => expect(page.heard.map((message) => message.content)).toEqual(['1', '2', '3']));
    const [file] = browser.server.tries.findLast((entry) => entry.content === '1')?.files ?? [];
    expect(file).toMatchObject({ name: 'plan.pdf', type: 'application/pdf', size: 8 });
    expect(file?.content).not.toBe(content);
    expect(await new Response(file?.content).text()).toBe('%PDF-1.7');
  });

  it('leaves a failed one failed, and what is behind it waiting', async () => {
    browser.server.before = () => {
      throw new Refused('forbidden', 'Not here.');
    };
    const before = browser.open();
    for (const content of ['1', '2']) before.outbox.add(draft(content));
    await waitFor(() => expect(before.outbox.entries('c-1')[0]?.state).toBe('failed'));
    before.outbox.close();
    browser.server.before = () => undefined;
    const page = browser.open();
    await waitFor(() =>
      expect(page.outbox.entries('c-1')).toMatchObject([
        { state: 'failed', failure: { message: 'Not here.' } },
        { state: 'sending' },
      ]),
    );
    page.outbox.add(draft('3', 'c-2'));
    await waitFor(() => expect(browser.server.contents()).toEqual(['3']));
    expect(waiting(page)).toEqual(['1', '2']);
  });

  it('does not restore what was sent or removed', async () => {
    const before = browser.open();
    before.outbox.add(draft('1'));
    await waitFor(() => expect(before.heard).toHaveLength(1));
    browser.server.before = broken;
    const { clientId } = before.outbox.add(draft('2'));
    await waitFor(() => expect(before.outbox.entries('c-1')[0]?.attempts).toBeGreaterThan(0));
    before.outbox.remove(clientId);
    before.outbox.close();
    browser.server.before = () => undefined;
    const page = browser.open();
    page.outbox.add(draft('3'));
    await waitFor(() => expect(page.heard.map(({ content }) => content)).toEqual(['3']));
    expect(browser.server.contents()).toEqual(['1', '3']);
  });
});

describe('a browser without a database', () => {
  it('sends from memory, and is reported as not persistent', async () => {
    jest.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Not in private mode.', 'InvalidStateError');
    });
    browser.server.before = broken;
    const tab = browser.open();
    tab.outbox.add(draft('1'));
    await waitFor(() => expect(tab.outbox.persistent).toBe(false));
    browser.server.before = () => undefined;
    await waitFor(() => expect(tab.heard.map(({ content }) => content)).toEqual(['1']));
    expect(waiting(tab)).toEqual([]);
  });

  it('shares messages between its tabs: another sends when the first is closed', async () => {
    jest.spyOn(indexedDB, 'open').mockImplementation(refused);
    browser.server.before = broken;
    const [one, other] = [browser.open(), browser.open()];
    one.outbox.add(draft('1'));
    await waitFor(() => expect(waiting(other)).toEqual(['1']));
    one.outbox.close();
    browser.server.before = () => undefined;
    await waitFor(() => expect(other.heard.map(({ content }) => content)).toEqual(['1']));
  });
});

it('a database without space is reported; messages are sent from memory, and stored once there is space', async () => {
  const put = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refused);
  browser.server.before = broken;
  const tab = browser.open();
  const listener = jest.fn();
  tab.outbox.subscribe(listener);
  tab.outbox.add(draft('1'));
  await waitFor(() => expect(tab.outbox.persistent).toBe(false));
  expect(waiting(tab)).toEqual(['1']);
  put.mockRestore();
  tab.outbox.wake();
  await waitFor(() => expect(tab.outbox.persistent).toBe(true));
  expect(listener).toHaveBeenCalled();
  tab.outbox.close();
  browser.server.before = () => undefined;
  const page = browser.open();
  await waitFor(() => expect(page.heard.map(({ content }) => content)).toEqual(['1']));
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
  tab.outbox.add(draft('1'));
  await waitFor(() => expect(tab.heard).toHaveLength(1));
  connections[0]?.close();
  browser.server.before = broken;
  tab.outbox.add(draft('2'));
  await waitFor(() => expect(connections).toHaveLength(2));
  expect(tab.outbox.persistent).toBe(true);
  tab.crash();
  browser.server.before = () => undefined;
  const page = browser.open();
  await waitFor(() => expect(page.heard.map(({ content }) => content)).toEqual(['2']));
});
