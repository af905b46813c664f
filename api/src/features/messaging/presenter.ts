import { DELETED_PERSON_NAME, PROBLEM_STATUSES, REACTIONS } from '@solvent/contracts';
import type {
  Conversation,
  Message,
  MessageFile,
  MessagePreview,
  MessageReaction,
  Participant,
  PersonSummary,
  QuotedMessage,
} from '@solvent/contracts';
import { getMessagePreview, getMessageSummary } from '@solvent/contracts/message-preview';
import { json } from '@solvent/contracts/schemas';
import type { JsonSchema } from '@solvent/contracts/schemas';
import type { FileRow, UserRow } from '../../schema/index.ts';
import { personSchema } from '../accounts/index.ts';
import { fileFields } from '../files/index.ts';
import type { VisibleConversation, ParticipantRow, WrittenMessage } from './queries.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';

/** Builds a signed link to a file, valid for some minutes. */
export type LinkTo = (fileId: string) => string;

export function presentFile({ id, name, size, mimeType, width, height }: FileRow, linkTo: LinkTo): MessageFile {
  return { _id: id, url: linkTo(id), name, size, mimeType, width, height };
}

export function presentSender(participants: readonly Pick<ParticipantRow, 'id' | 'name' | 'image'>[], id: string): PersonSummary {
  const sender = participants.find((participant) => participant.id === id);
  return { _id: id, name: sender?.name ?? DELETED_PERSON_NAME, image: sender?.image ?? null };
}

function presentQuoted(quoted: WrittenMessage['quoted'], participants: readonly ParticipantRow[]): QuotedMessage | null {
  if (quoted === null) return null;
  const { id, seq, senderId, content, fileCount } = quoted;
  return { _id: id, seq, sender: presentSender(participants, senderId), preview: getMessageSummary(content, fileCount) };
}

/** In the order of {@link REACTIONS}, each with its users in order of time. */
const presentReactions = (reactions: WrittenMessage['reactions']): MessageReaction[] =>
  REACTIONS.map((emoji) => ({
    emoji,
    userIds: reactions.filter((reaction) => reaction.emoji === emoji).map(({ userId }) => userId),
  })).filter(({ userIds }) => userIds.length > 0);

export function presentMessage(
  { message, files, reactions, quoted }: WrittenMessage,
  participants: readonly ParticipantRow[],
  linkTo: LinkTo,
): Message {
  const { id, conversationId, seq, clientId, senderId, content, createdAt, editedAt, revision } = message;
  const readers = participants.filter((participant) => participant.id !== senderId && participant.readSeq >= seq);
  return {
    _id: id,
    conversationId,
    seq,
    clientId,
    sender: presentSender(participants, senderId),
    content,
    files: files.map((file) => presentFile(file, linkTo)),
    createdAt: createdAt.toISOString(),
    readBy: readers.map((reader) => reader.id),
    replyTo: presentQuoted(quoted, participants),
    reactions: presentReactions(reactions),
    editedAt: editedAt?.toISOString() ?? null,
    revision,
  };
}

export const messageFileFields = { ...fileFields, width: json.integerOrNull, height: json.integerOrNull };

const quotedSchema: JsonSchema<QuotedMessage> = json.object({
  _id: json.id,
  seq: json.integer,
  sender: personSchema,
  preview: json.text,
});

export const messageSchema: JsonSchema<Message> = json.object({
  _id: json.id,
  conversationId: json.id,
  seq: json.integer,
  clientId: json.id,
  sender: personSchema,
  content: json.text,
  files: json.list(json.object(messageFileFields)),
  createdAt: json.time,
  readBy: json.list(json.id),
  replyTo: json.orNull(quotedSchema),
  reactions: json.list(json.object({ emoji: json.oneOf(REACTIONS), userIds: json.list(json.id) })),
  editedAt: json.orNull(json.time),
  revision: json.integer,
});

type Person = Pick<UserRow, 'id' | 'name' | 'image' | 'deletedAt'>;

function presentLast({ last, lastFileCount }: VisibleConversation): MessagePreview | null {
  if (last === null) return null;
  const { senderId, content, createdAt } = last;
  return { senderId, text: getMessagePreview(content), fileCount: lastFileCount, createdAt: createdAt.toISOString() };
}

function presentParticipant({ id, name, image, deletedAt }: Person, readSeq: number, online: ReadonlySet<string>): Participant {
  return { _id: id, name, image, online: online.has(id), readSeq, deleted: deletedAt !== null };
}

const NO_ONE: ReadonlySet<string> = new Set();

/** The viewer is the first participant. */
function presentConversation(visible: VisibleConversation, viewer: Person, online: ReadonlySet<string>): Conversation {
  const { conversation, readSeq, otherReadSeq, other, problem, unreadCount, showsPresence } = visible;
  const visibleOnline = showsPresence ? online : NO_ONE;
  return {
    _id: conversation.id,
    problem: problem && { _id: problem.id, title: problem.title, status: problem.status },
    participants: [presentParticipant(viewer, readSeq, online), presentParticipant(other, otherReadSeq, visibleOnline)],
    lastMessage: presentLast(visible),
    lastSeq: conversation.lastSeq,
    unreadCount,
    updatedAt: conversation.updatedAt.toISOString(),
  };
}

/** Not for use in a transaction, because presence comes from other replicas. */
export async function presentConversations(
  realtime: Realtime,
  viewer: Person,
  conversations: VisibleConversation[],
): Promise<Conversation[]> {
  const withPresence = conversations.filter(({ showsPresence }) => showsPresence);
  const online = await realtime.findOnline([viewer.id, ...withPresence.map(({ other }) => other.id)]);
  return conversations.map((one) => presentConversation(one, viewer, online));
}

const participant = json.object({
  _id: json.id,
  name: json.text,
  image: json.textOrNull,
  online: json.boolean,
  readSeq: json.integer,
  deleted: json.boolean,
});

export const conversationSchema: JsonSchema<Conversation> = json.object({
  _id: json.id,
  problem: json.orNull(json.object({ _id: json.id, title: json.text, status: json.oneOf(PROBLEM_STATUSES) })),
  participants: json.list(participant),
  lastMessage: json.orNull(json.object({ senderId: json.id, text: json.text, fileCount: json.integer, createdAt: json.time })),
  lastSeq: json.integer,
  unreadCount: json.integer,
  updatedAt: json.time,
});
