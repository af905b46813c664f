import { jest } from '@jest/globals';
import { Refused, SignedOut, TryLater } from '@solvent/chat';
import type { OutboxEntry } from '@solvent/chat';
import type { Message, SendMessageBody } from '@solvent/contracts';
import { buildMessage, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';

const sendOverSocket = jest.fn<(message: SendMessageBody) => Promise<Message | undefined>>();
jest.unstable_mockModule('@solvent/socket', () => ({ sendOverSocket, getServerTime: Date.now }));
const { sendMessage } = await import('./messages.ts');

const file = { name: 'server.log', type: 'text/plain', size: 3, content: new Blob(['one']) };
const entry: OutboxEntry = {
  clientId: 'client-1',
  userId: 'user-ada',
  conversationId: 'c1',
  content: 'See the log.',
  files: [],
  createdAt: '2026-11-20T10:00:00.000Z',
  state: 'sending',
  attempts: 0,
  failure: null,
};
const BODY = { conversationId: 'c1', content: 'See the log.', clientId: 'client-1' };
const message = buildMessage({ clientId: 'client-1' });

let api: ReturnType<typeof fakeApi>;
function send(answer: () => object, changes: Partial<OutboxEntry> = {}) {
  signInAs();
  api = fakeApi({ 'POST /chat/messages': answer });
  return sendMessage({ ...entry, ...changes }, { onProgress: () => {}, signal: new AbortController().signal });
}
const fail = (answer: object, changes?: Partial<OutboxEntry>): Promise<unknown> =>
  send(() => answer, changes).catch((error: unknown) => error);

beforeEach(() => sendOverSocket.mockReset().mockResolvedValue(undefined));
afterEach(() => api.restore());

describe('sending a message (product 7.7, 11.13)', () => {
  it('uses only the socket if it acknowledges the message', async () => {
    sendOverSocket.mockResolvedValue(message);
    expect(await send(() => NETWORK_FAILURE)).toEqual(message);
    expect(sendOverSocket.mock.calls).toEqual([[BODY]]);
    expect(api.requests).toEqual([]);
  });

  it('falls back to a request with the same id, in JSON', async () => {
    expect(await send(() => ({ message }))).toEqual(message);
    expect(api.requests[0]?.body).toEqual(BODY);
  });

  it('uses a multipart request for files, never the socket', async () => {
    sendOverSocket.mockResolvedValue(buildMessage({ clientId: 'client-1', content: 'Without its files' }));
    expect(await send(() => ({ message }), { files: [file] })).toEqual(message);
    const form = api.requests[0]?.body as FormData;
    expect(form).toBeInstanceOf(FormData);
    expect(Object.fromEntries(form)).toMatchObject(BODY);
    expect(form.getAll('files').map((part) => (part as File).name)).toEqual(['server.log']);
  });
});

describe('a message that could not be sent (product 4.14)', () => {
  it.each([
    ['invalid', 'A message cannot exceed 10,000 characters', 'A message cannot exceed 10,000 characters'],
    ['conflict', 'This message was sent before, with another text.', 'This message was sent before, with another text.'],
    ['too_large', '', 'The message could not be sent.'],
  ] as const)('is refused permanently with the code %s and a message', async (code, sentence, shown) => {
    const failure = await fail(refuse(code, sentence));
    expect(failure).toBeInstanceOf(Refused);
    expect(failure).toMatchObject({ code, message: shown });
  });

  it('is retried after 503 and 507, and after 429 when the server allows it', async () => {
    const limited = await fail(refuse('rate_limited', 'Slowly.', undefined, { 'retry-after': '7' }));
    expect(limited).toBeInstanceOf(TryLater);
    expect(limited).toMatchObject({ afterMs: 7000 });
    api.restore();
    expect(await fail(refuse('unavailable', 'No.'))).toBeInstanceOf(TryLater);
    api.restore();
    expect(await fail(refuse('storage_full', 'No.'))).toBeInstanceOf(TryLater);
  });

  it('is refused if the server requires more than a minute of waiting', async () => {
    const sentence = 'With this you would have sent more than 1 GB of files in a day. Please wait 300 minutes and try again.';
    const failure = await fail(refuse('rate_limited', sentence, undefined, { 'retry-after': '18000' }));
    expect(failure).toBeInstanceOf(Refused);
    expect(failure).toMatchObject({ code: 'rate_limited', message: sentence });
  });

  it('waits for a session after 401', async () => {
    expect(await fail(refuse('unauthenticated', 'No.'))).toBeInstanceOf(SignedOut);
  });

  it.each([
    ['without a response', NETWORK_FAILURE],
    ['after the page of a captive portal', { page: 'Welcome' }],
  ])('is retried %s', async (_what, answer) => {
    const failure = await fail(answer);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(Refused);
  });

  it('is refused with the name of a file that is no longer readable', async () => {
    const gone = { slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }) };
    const content = Object.assign(new Blob(['one']), gone);
    const failure = await fail(NETWORK_FAILURE, { files: [{ ...file, name: 'photo.png', content }] });
    expect(failure).toBeInstanceOf(Refused);
    expect(failure).toMatchObject({ code: 'unreadable', message: 'We couldn’t read “photo.png”. Attach it again.' });
  });
});
