import { waitFor } from '@testing-library/react';
import { draft, holdDatabase, TestBrowser, waiting } from './test-browser.ts';
import type { TestTab } from './test-browser.ts';

let browser: TestBrowser;

beforeEach(() => {
  browser = new TestBrowser();
});
afterEach(() => browser.close());

/** A tab that sends, for as long as its message of another conversation is under way: no other one's turn comes. */
async function openSending(): Promise<TestTab> {
  browser.server.before = ({ conversationId }) => (conversationId === 'c-2' ? new Promise(() => undefined) : undefined);
  const tab = browser.open();
  tab.outbox.add(draft('A large file', 'c-2'));
  await waitFor(() => expect(browser.server.tries).toHaveLength(1));
  return tab;
}

describe('what a person writes in a conversation goes out in the order in which it was written', () => {
  it('where its page is opened anew at once, and another tab sends', async () => {
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

  it('in two tabs, while the browser still stores what was written in the first', async () => {
    const sending = await openSending();
    const release = await holdDatabase();
    browser.open().outbox.add(draft('1'));
    await waitFor(() => expect([...browser.server.contents('c-1'), ...waiting(sending)]).toContain('1'));
    sending.outbox.add(draft('2'));
    await waitFor(() => expect(browser.server.contents('c-1')).toEqual(['1', '2']));
    release();
  });

  it('where the outbox is closed and the next one opened while the browser still stores it', async () => {
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
