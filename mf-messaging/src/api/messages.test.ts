import { jest } from '@jest/globals';
import type { Message, SendMessageBody } from '@solvent/contracts';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { Refused, SignedOut, TryLater } from '@solvent/chat';
import type { OutboxEntry } from '@solvent/chat';
import { buildMessage } from '@solvent/testing/factories';

const sendOverSocket = jest.fn<(message: SendMessageBody) => Promise<Message | undefined>>();
jest.unstable_mockModule('@solvent/socket', () => ({ sendOverSocket }));
const { sendMessage } = await import('./messages.ts');

const entry: OutboxEntry = {
  clientId: 'client-1',
  userId: 'user-ada',
  conversationId: 'c1',
  content: 'See the log.',
  files: [{ name: 'server.log', type: 'text/plain', size: 3, content: new Blob(['one']) }],
  createdAt: '2026-11-20T10:00:00.000Z',
  state: 'sending',
  attempts: 0,
  failure: null,
};

let api: ReturnType<typeof fakeApi>;
function send(answer: () => object, changes: Partial<OutboxEntry> = {}) {
  signInAs();
  api = fakeApi({ 'POST /chat/messages': answer });
  return sendMessage({ ...entry, ...changes }, { onProgress: () => {}, signal: new AbortController().signal });
}
beforeEach(() => sendOverSocket.mockReset().mockResolvedValue(undefined));
afterEach(() => api.restore());

describe('sending a message over the socket', () => {
  const never = () => {
    throw new Error('No request is needed');
  };

  it('is enough where it is answered with the message', async () => {
    const message = buildMessage({ clientId: 'client-1' });
    sendOverSocket.mockImplementation(async (said) => {
      expect(said).toEqual({ conversationId: 'c1', content: 'See the log.', clientId: 'client-1' });
      return message;
    });
    expect(await send(never, { files: [] })).toEqual(message);
    expect(api.requests).toEqual([]);
  });

  it('is followed by the request where it is not, with the same id', async () => {
    const message = buildMessage({ clientId: 'client-1' });
    expect(await send(() => ({ message }), { files: [] })).toEqual(message);
    expect(api.requests[0]?.body).toMatchObject({ clientId: 'client-1' });
  });

  it('is not tried with files', async () => {
    sendOverSocket.mockResolvedValue(buildMessage({ clientId: 'client-1', content: 'Without its files' }));
    const message = buildMessage({ clientId: 'client-1' });
    expect(await send(() => ({ message }))).toEqual(message);
  });
});

describe('sending a message (product 7.7)', () => {
  it('is JSON without files', async () => {
    const message = buildMessage({ clientId: 'client-1' });
    expect(await send(() => ({ message }), { files: [] })).toEqual(message);
    expect(api.requests[0]?.body).toEqual({ conversationId: 'c1', content: 'See the log.', clientId: 'client-1' });
  });

  it('is multipart with files: conversation, text, id, and each file by its name', async () => {
    const message = buildMessage({ clientId: 'client-1' });
    expect(await send(() => ({ message }))).toEqual(message);
    const [request] = api.requests;
    const form = request?.body as FormData;
    expect(form).toBeInstanceOf(FormData);
    expect([form.get('conversationId'), form.get('content'), form.get('clientId')]).toEqual(['c1', 'See the log.', 'client-1']);
    expect(form.getAll('files').map((file) => (file as File).name)).toEqual(['server.log']);
  });

  it.each([
    [
      '422',
      refuse('invalid', 'A message cannot exceed 10,000 characters'),
      'invalid',
      'A message cannot exceed 10,000 characters',
    ],
    [
      '409',
      refuse('conflict', 'This message was sent before, with another text.'),
      'conflict',
      'This message was sent before, with another text.',
    ],
    ['413', refuse('too_large', ''), 'too_large', 'The message could not be sent.'],
  ])('refused with %s it is refused for good, with the server’s word and sentence', async (_status, answer, code, sentence) => {
    const failure = await send(() => answer).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Refused);
    expect(failure).toMatchObject({ code, message: sentence });
  });

  it('goes again when the server says: after 429 and 503', async () => {
    const limited = await send(() => refuse('rate_limited', 'Slowly.', undefined, { 'retry-after': '7' })).catch(
      (error: unknown) => error,
    );
    expect(limited).toBeInstanceOf(TryLater);
    expect(limited).toMatchObject({ afterMs: 7000 });
    api.restore();
    expect(await send(() => refuse('unavailable', 'No.')).catch((error: unknown) => error)).toBeInstanceOf(TryLater);
  });

  it('is refused with the sentence where it would have to wait for long', async () => {
    const sentence = 'With this you would have sent more than 1 GB of files in a day. Please wait 300 minutes and try again.';
    const failure = await send(() => refuse('rate_limited', sentence, undefined, { 'retry-after': '18000' })).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Refused);
    expect(failure).toMatchObject({ code: 'rate_limited', message: sentence });
  });

  it('waits for a session after 401', async () => {
    expect(await send(() => refuse('unauthenticated', 'No.')).catch((error: unknown) => error)).toBeInstanceOf(SignedOut);
  });

  it.each([
    ['no answer comes', NETWORK_FAILURE],
    ['a captive portal answers with a page of its own', { page: 'Welcome' }],
  ])('goes again where %s', async (_what, answer) => {
    const failure = await send(() => answer).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(Refused);
  });

  it('names a file that cannot be read any more', async () => {
    const gone = { slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }) };
    const content = Object.assign(new Blob(['one']), gone);
    const failure = await send(() => NETWORK_FAILURE, {
      files: [{ name: 'photo.png', type: 'image/png', size: 3, content }],
    }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Refused);
    expect(failure).toMatchObject({ code: 'unreadable', message: '“photo.png” cannot be read any more: attach it again.' });
  });
});
