import { Refused, SignedOut, TryLater } from '@solvent/chat';
import type { FetchAfter, FetchChanged, LogStore, MessageLog, OutboxEntry, OutboxFile, Send } from '@solvent/chat';
import { CHAT, PAGE_SIZES } from '@solvent/contracts';
import type {
  FileLinkResponse,
  Message,
  MessageResponse,
  MessagesResponse,
  MessagesQuery,
  ReactionEmoji,
} from '@solvent/contracts';
import { ApiError, getErrorText, http } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { getServerTime, sendOverSocket } from '@solvent/socket';

const logsKey = (userId: string) => ['chat', userId, 'log'] as const;

export const logKey = (userId: string, conversationId: string) => [...logsKey(userId), conversationId] as const;

export const createLogStore = (client: QueryClient, userId: string): LogStore => ({
  read: (conversationId) => client.getQueryData<MessageLog>(logKey(userId, conversationId)),
  write: (conversationId, log) => void client.setQueryData<MessageLog>(logKey(userId, conversationId), log),
  ids: () =>
    client.getQueriesData<MessageLog>({ queryKey: logsKey(userId) }).flatMap(([key, log]) => (log ? [String(key.at(-1))] : [])),
});

export async function fetchMessages(
  conversationId: string,
  params: MessagesQuery,
  signal?: AbortSignal,
): Promise<MessagesResponse> {
  const config = { params: { limit: PAGE_SIZES.messages, ...params }, ...(signal && { signal }) };
  const { data } = await http.get<MessagesResponse>(`/chat/messages/${encodeURIComponent(conversationId)}`, config);
  return data;
}

/** The newest 100 messages (product 9.2). */
export async function fetchLatest(conversationId: string, signal: AbortSignal): Promise<MessagesResponse> {
  const response = await fetchMessages(conversationId, { page: 1 }, signal);
  // The user may have signed out meanwhile.
  signal.throwIfAborted();
  return response;
}

export const fetchBefore = (conversationId: string, before: number): Promise<MessagesResponse> =>
  fetchMessages(conversationId, { before });

export const fetchAfter: FetchAfter = async (conversationId, after) => {
  try {
    return await fetchMessages(conversationId, { after });
  } catch (error) {
    throw toSendError(error, 'The messages could not be loaded.');
  }
};

/** The first 100 messages changed after a revision. */
export const fetchChanged: FetchChanged = async (conversationId, revision) => {
  try {
    return await fetchMessages(conversationId, { changedAfter: revision });
  } catch (error) {
    throw toSendError(error, 'The messages could not be loaded.');
  }
};

type Created = Pick<Message, 'createdAt'>;

/** Returns when a message can no longer be edited, in ms since the epoch. */
export const getEditDeadline = ({ createdAt }: Created): number => Date.parse(createdAt) + CHAT.editHours * 3_600_000;

/** Like {@link getEditDeadline}, for deleting. */
export const getDeleteDeadline = ({ createdAt }: Created): number => Date.parse(createdAt) + CHAT.deleteMinutes * 60_000;

export const messagePath = (id: string) => `/chat/messages/${encodeURIComponent(id)}`;

/** `PUT /chat/messages/{id}`. */
export async function editMessage(id: string, content: string): Promise<Message> {
  const { data } = await http.put<MessageResponse>(messagePath(id), { content });
  return data.message;
}

/** `DELETE /chat/messages/{id}`. */
export async function deleteMessage(id: string): Promise<Message> {
  const { data } = await http.delete<MessageResponse>(messagePath(id));
  return data.message;
}

/** A deleted message can be reported while its words are kept (product 4.34). */
export const isReportable = ({ deletedAt }: Message): boolean =>
  !deletedAt || getServerTime() < Date.parse(deletedAt) + CHAT.keptDays * 86_400_000;

/** `PUT` or `DELETE /chat/messages/{id}/reactions/{emoji}`. */
export async function putReaction(id: string, emoji: ReactionEmoji, isGiven: boolean): Promise<Message> {
  const path = `${messagePath(id)}/reactions/${encodeURIComponent(emoji)}`;
  const { data } = await (isGiven ? http.put<MessageResponse>(path) : http.delete<MessageResponse>(path));
  return data.message;
}

/** Longer delays, such as that of the daily limit of files, are not retried automatically: the user decides. */
const MAX_RETRY_AFTER_S = 60;

/**
 * Converts a failed call to what the outbox expects: `TryLater` (429, 5xx), `SignedOut` (401), or `Refused` with the server's
 * message. Other errors, such as a lost connection, are retried.
 *
 * @param fallback message if the response has none
 */
function toSendError(error: unknown, fallback: string): unknown {
  if (!(error instanceof ApiError) || error.status === 0) return error;
  const { status, code, retryAfter } = error;
  if (status === 401) return new SignedOut();
  const isTemporary = status === 408 || status >= 500 || (status === 429 && (retryAfter ?? 0) <= MAX_RETRY_AFTER_S);
  if (isTemporary) return new TryLater(retryAfter === undefined ? undefined : retryAfter * 1000);
  return new Refused(code, getErrorText(error, fallback));
}

const buildBody = ({ conversationId, content, clientId, replyTo }: OutboxEntry) => ({
  conversationId,
  content,
  clientId,
  ...(replyTo && { replyTo: replyTo._id }),
});

function buildForm(entry: OutboxEntry): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(buildBody(entry))) form.append(name, value);
  for (const file of entry.files) form.append('files', file.content, file.name);
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

/** A file that was changed or deleted since it was chosen fails without a response, on every attempt. */
async function findUnreadableFile(error: unknown, { files }: OutboxEntry): Promise<Refused | undefined> {
  if (!(error instanceof ApiError) || error.status > 0) return undefined;
  for (const file of files) {
    if (!(await canRead(file))) return new Refused('unreadable', `We couldn’t read “${file.name}”. Attach it again.`);
  }
  return undefined;
}

/** A captive portal returns 200 with its own page: only a response with the message counts. */
function readStoredMessage(response: Partial<MessageResponse>, { clientId }: OutboxEntry): Message {
  if (response.message?.clientId !== clientId) throw new Error('The response does not contain the message.');
  return response.message;
}

/**
 * Sends a message over the socket, which costs the server half as much; with files or on failure by `POST /chat/messages`
 * (product 7.7).
 */
export const sendMessage: Send = async (entry, { onProgress, signal }) => {
  const isText = entry.files.length === 0;
  const stored = isText ? await sendOverSocket(buildBody(entry)) : undefined;
  if (stored !== undefined) return stored;
  try {
    const { data } = await http.post<Partial<MessageResponse>>('/chat/messages', isText ? buildBody(entry) : buildForm(entry), {
      signal,
      onUploadProgress: ({ progress }) => progress !== undefined && onProgress(progress),
    });
    return readStoredMessage(data, entry);
  } catch (error) {
    throw (await findUnreadableFile(error, entry)) ?? toSendError(error, 'The message could not be sent.');
  }
};

/** Fetches a new link to a file after the first has expired (`CHAT.linkMinutes`). */
export async function fetchFileLink(fileId: string): Promise<string> {
  const { data } = await http.get<FileLinkResponse>(`/files/${encodeURIComponent(fileId)}/link`);
  return data.url;
}
