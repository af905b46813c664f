import type { Message } from '@solvent/contracts';
import { waitFor } from '@testing-library/react';
import { createOutbox, Refused } from './index.ts';
import type { Draft, Outbox, OutboxPorts } from './index.ts';
import { freshDatabase, sharedLock, TestServer } from './test-server.ts';

let server = new TestServer();
let lock = sharedLock();
let heard: Message[] = [];
const open: Outbox[] = [];

beforeEach(() => {
  freshDatabase();
  server = new TestServer();
  lock = sharedLock();
  heard = [];
});
afterEach(() => {
  for (const outbox of open.splice(0)) outbox.close();
});

function tab(ports: Partial<OutboxPorts> = {}): Outbox {
  const outbox = createOutbox({
    userId: 'ada',
    send: server.send,
    onSent: (message) => heard.push(message),
    lock,
    wait: () => 1,
    ...ports,
  });
  open.push(outbox);
  return outbox;
}
const draft = (content: string, conversationId = 'c-1'): Draft => ({ conversationId, content, files: [] });

describe('a message', () => {
  it('is there at once, and gone when the server has it', async () => {
    const outbox = tab();
    const entry = outbox.add(draft('Hello'));
    expect(outbox.entries('c-1')).toEqual([entry]);
    await waitFor(() => expect(outbox.entries('c-1')).toEqual([]));
    expect(server.contents()).toEqual(['Hello']);
    expect(heard).toEqual(server.stored);
  });

  it('goes out after those before it', async () => {
    let failures = 3;
    server.before = () => {
      failures -= 1;
      if (failures >= 0) throw new Error('Network Error');
    };
    const outbox = tab();
    for (const content of ['1', '2', '3']) outbox.add(draft(content));
    await waitFor(() => expect(outbox.entries('c-1')).toEqual([]));
    expect(server.contents()).toEqual(['1', '2', '3']);
    expect(server.mostAtOnce).toBe(1);
  });

  it('that is refused holds back those after it until the person decides', async () => {
    let refuse = true;
    server.before = ({ content }) => {
      if (content === '1' && refuse) throw new Refused('forbidden', 'Not here.');
    };
    const outbox = tab();
    for (const content of ['1', '2']) outbox.add(draft(content));
    await waitFor(() =>
      expect(outbox.entries('c-1')[0]).toMatchObject({ state: 'failed', failure: { code: 'forbidden', message: 'Not here.' } }),
    );
    expect(outbox.entries('c-1')[1]).toMatchObject({ state: 'sending', attempts: 0 });
    expect(server.tries).toHaveLength(1);
    refuse = false;
    outbox.retry(outbox.entries('c-1')[0]?.clientId ?? '');
    await waitFor(() => expect(outbox.entries('c-1')).toEqual([]));
    expect(server.contents()).toEqual(['1', '2']);
  });
});

describe('two tabs', () => {
  it('show the same, send once, and both hear of it once', async () => {
    const there: Message[] = [];
    const one = tab();
    const other = tab({ onSent: (message) => there.push(message) });
    let release = () => {};
    server.before = () => new Promise<void>((resolve) => (release = resolve));
    one.add(draft('1'));
    await waitFor(() => expect(other.entries('c-1')).toHaveLength(1));
    release();
    await waitFor(() => expect(there).toHaveLength(1));
    await waitFor(() => expect(other.entries('c-1')).toEqual([]));
    expect(server.tries).toHaveLength(1);
    expect(heard).toEqual(there);
  });
});
