import { randomUUID } from 'node:crypto';
import type { Conversation, Message, MessageFile } from '@solvent/contracts';
import type { TestCaller } from './factories.ts';
import type { TestResponse, TestApp } from './test-app.ts';
import { buildForm } from './uploads.ts';
import type { FormPart } from './uploads.ts';

/** A file that one person sent another. */
export interface SentFile {
  sender: TestCaller;
  receiver: TestCaller;
  file: MessageFile;
}

function done({ status, body }: TestResponse): TestResponse['body'] {
  if (status !== 200 && status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Sends a file from a new seeker to a new solver, over the wire. */
export async function sendFile(test: TestApp, content: Uint8Array | string, name = 'a.txt'): Promise<SentFile> {
  const [sender, receiver] = [await test.signedIn('seeker'), await test.signedIn('solver')];
  const opened = done(
    await test.request('POST', '/api/chat/conversations', { as: sender, payload: { userId: receiver.user.id } }),
  );
  // The answers' schemas let nothing else out.
  const { _id } = opened['conversation'] as Conversation;
  const parts: FormPart[] = [
    { field: 'conversationId', text: _id },
    { field: 'clientId', text: randomUUID() },
    { field: 'files', name, content: Buffer.from(content) },
  ];
  const sent = done(await test.request('POST', '/api/chat/messages', { as: sender, ...(await buildForm(parts)) }));
  const [file] = (sent['message'] as Message).files;
  if (file === undefined) throw new Error('The message has no file');
  return { sender, receiver, file };
}
