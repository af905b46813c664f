import type { Message, MessageAnswer } from '@solvent/contracts';
import { ApiError, http } from '@solvent/http';
import { sendOverSocket } from '@solvent/socket';
import { Refused } from '@solvent/socket/outbox';
import type { OutboxEntry, OutboxFile, Send } from '@solvent/socket/outbox';
import { meaningOf } from './failure-meaning.ts';

const textOf = ({ conversationId, content, clientId }: OutboxEntry) => ({ conversationId, content, clientId });

function formOf({ conversationId, content, clientId, files }: OutboxEntry): FormData {
  const form = new FormData();
  form.append('conversationId', conversationId);
  form.append('content', content);
  form.append('clientId', clientId);
  for (const file of files) form.append('files', file.content, file.name);
  return form;
}

const canRead = ({ content }: OutboxFile) =>
  content
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** A file that was changed or deleted since it was picked cannot be read any more: no answer comes, and none ever will. */
async function refusalOfFiles(error: unknown, { files }: OutboxEntry): Promise<Refused | undefined> {
  if (!(error instanceof ApiError) || error.status > 0) return undefined;
  for (const file of files) {
    if (!(await canRead(file))) return new Refused('unreadable', `“${file.name}” cannot be read any more: attach it again.`);
  }
  return undefined;
}

/** A captive portal answers 200 with a page of its own: a message is sent once the server gives it back. */
function storedMessage(answer: Partial<MessageAnswer>, { clientId }: OutboxEntry): Message {
  if (answer.message?.clientId !== clientId) throw new Error('The answer was not the message.');
  return answer.message;
}

/**
 * Over the socket where there are no files, which costs the server half as much; else, and where that fails, by
 * `POST /chat/messages` (product 7.7), as JSON where there are no files. No answer, 429 and 5xx: later; 401: the session is over; else refused with the server's
 * sentence. An aborted one rejects with axios's cancel error.
 */
export const sendMessage: Send = async (entry, { onProgress, signal }) => {
  const stored = entry.files.length === 0 ? await sendOverSocket(textOf(entry)) : undefined;
  if (stored !== undefined) return stored;
  try {
    const { data } = await http.post<Partial<MessageAnswer>>(
      '/chat/messages',
      entry.files.length === 0 ? textOf(entry) : formOf(entry),
      {
        signal,
        onUploadProgress: ({ progress }) => progress !== undefined && onProgress(progress),
      },
    );
    return storedMessage(data, entry);
  } catch (error) {
    throw (await refusalOfFiles(error, entry)) ?? meaningOf(error, 'The message could not be sent.');
  }
};
