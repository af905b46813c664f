/** @jest-environment node */
import { jest } from '@jest/globals';
import type { ConversationSync } from './conversation-sync.ts';
import { MemoryLogs, buildMessage, buildMessages, createSync, TestConversation } from './test-conversation.ts';

let conversation = new TestConversation();
let logs = new MemoryLogs();
let sync: ConversationSync;

function openLog(length: number): void {
  conversation = new TestConversation(length);
  sync = createSync(logs, conversation);
  sync.startLog('c-1', conversation.newestPage());
}
const flush = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  jest.useFakeTimers();
  logs = new MemoryLogs();
});
afterEach(() => {
  sync.close();
  jest.useRealTimers();
});

describe('a changed message (product 4.25)', () => {
  const getContents = () => logs.read('c-1')?.messages.map(({ content }) => content);

  it('replaces the former state without a request', async () => {
    openLog(3);
    sync.change(conversation.edit(2));
    await flush();
    expect(getContents()).toEqual(['Message 1', 'Words 1', 'Message 3']);
    expect(logs.read('c-1')?.revision).toBe(1);
    expect(conversation.changeRequests).toEqual([]);
  });

  it('ignores an earlier state that is late, and a repeated one', async () => {
    openLog(3);
    const [first, second] = [conversation.edit(2), conversation.edit(2)];
    for (const message of [second, first, second]) sync.change(message);
    sync.receive(buildMessage(2));
    await flush();
    expect(getContents()).toEqual(['Message 1', 'Words 2', 'Message 3']);
  });

  it('is fetched with the changes before it that were lost', async () => {
    openLog(3);
    conversation.edit(1);
    sync.change(conversation.edit(3));
    await flush();
    expect(getContents()).toEqual(['Words 1', 'Message 2', 'Words 2']);
    expect(conversation.changeRequests).toEqual([0]);
  });

  it('during a disconnection is fetched with new messages, page after page', async () => {
    openLog(250);
    sync.prepend('c-1', { messages: buildMessages(51, 150), revision: 0 });
    for (let seq = 101; seq <= 250; seq += 1) conversation.edit(seq);
    conversation.addMessage();
    await sync.catchUp();
    expect(getContents()?.slice(49, 51)).toEqual(['Message 100', 'Words 1']);
    expect(getContents()?.slice(-2)).toEqual(['Words 150', 'Message 251']);
    expect(logs.read('c-1')?.revision).toBe(150);
    expect(conversation.changeRequests).toEqual([0, 100]);
    await sync.catchUp();
    expect(conversation.changeRequests).toEqual([0, 100]);
  });

  it('that arrives before the message itself wins over its first words', async () => {
    openLog(3);
    const added = conversation.addMessage();
    sync.change(conversation.edit(4));
    sync.receive(added);
    await flush();
    expect(getContents()?.at(-1)).toBe('Words 1');
    expect(logs.read('c-1')?.revision).toBe(1);
  });

  it('is not lost while older messages are loading', async () => {
    openLog(150);
    logs.logs.set('c-1', { messages: buildMessages(51, 150), hasOlder: true, revision: 0 });
    const older = conversation.olderPage(51);
    sync.change(conversation.edit(10));
    sync.prepend('c-1', older);
    await flush();
    expect(getContents()?.[9]).toBe('Words 1');
  });

  it('is not lost while the first page is loading', async () => {
    conversation = new TestConversation(3);
    sync = createSync(logs, conversation);
    const page = conversation.newestPage();
    conversation.edit(1);
    sync.change(conversation.edit(2));
    sync.startLog('c-1', page);
    await flush();
    expect(getContents()).toEqual(['Words 1', 'Words 2', 'Message 3']);
  });
});
