import type { MessageFile } from '@solvent/contracts';
import { createConversation, getMessage, send } from './chat.ts';
import type { TestCaller } from './factories.ts';
import type { TestApp } from './test-app.ts';

interface SentFile {
  sender: TestCaller;
  receiver: TestCaller;
  file: MessageFile;
}

/** Sends a file from a new seeker to a new solver through the API. */
export async function sendFile(test: TestApp, content: Uint8Array | string, name = 'a.txt'): Promise<SentFile> {
  const { seeker: sender, solver: receiver, id: conversationId } = await createConversation(test);
  const files = [{ field: 'files', name, content: Buffer.from(content) }];
  const [file] = getMessage(await send(test, sender, { conversationId, content: null, files })).files;
  if (file === undefined) throw new Error('The message has no file');
  return { sender, receiver, file };
}
