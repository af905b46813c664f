import type { Conversation, MessagePreview, Participant } from '@solvent/contracts';
import { PROBLEM_STATUSES } from '@solvent/contracts';
import type { UserRow } from '../accounts/schema/users.ts';
import { json } from '../../platform/http/answer-schema.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { previewOf } from '@solvent/contracts/message-preview';
import type { SeenConversation } from './select-conversations.ts';

type Person = Pick<UserRow, 'id' | 'name' | 'image' | 'deletedAt'>;

function presentLast({ last, lastFileCount }: SeenConversation): MessagePreview | null {
  if (last === null) return null;
  const { senderId, content, createdAt } = last;
  return { senderId, text: previewOf(content), fileCount: lastFileCount, createdAt: createdAt.toISOString() };
}

function presentParticipant({ id, name, image, deletedAt }: Person, readSeq: number, online: ReadonlySet<string>): Participant {
  return { _id: id, name, image, online: online.has(id), readSeq, deleted: deletedAt !== null };
}

/** A conversation for one of the two, who comes first. */
function presentConversation(seen: SeenConversation, viewer: Person, online: ReadonlySet<string>): Conversation {
  const { conversation, readSeq, otherReadSeq, other, problem, unreadCount } = seen;
  return {
    _id: conversation.id,
    problem: problem && { _id: problem.id, title: problem.title, status: problem.status },
    participants: [presentParticipant(viewer, readSeq, online), presentParticipant(other, otherReadSeq, online)],
    lastMessage: presentLast(seen),
    lastSeq: conversation.lastSeq,
    unreadCount,
    updatedAt: conversation.updatedAt.toISOString(),
  };
}

/** Conversations for one of the two of each, with who is there at this moment. Not inside a transaction: it asks other replicas. */
export async function presentConversations(
  realtime: Realtime,
  viewer: Person,
  seen: SeenConversation[],
): Promise<Conversation[]> {
  const online = await realtime.online([viewer.id, ...seen.map(({ other }) => other.id)]);
  return seen.map((one) => presentConversation(one, viewer, online));
}

const participant = json.object({
  _id: json.id,
  name: json.text,
  image: json.textOrNull,
  online: json.yes,
  readSeq: json.integer,
  deleted: json.yes,
});

/** A conversation in an answer. */
export const conversationSchema = json.object({
  _id: json.id,
  problem: json.orNull(json.object({ _id: json.id, title: json.text, status: json.oneOf(PROBLEM_STATUSES) })),
  participants: json.list(participant),
  lastMessage: json.orNull(json.object({ senderId: json.id, text: json.text, fileCount: json.integer, createdAt: json.time })),
  lastSeq: json.integer,
  unreadCount: json.integer,
  updatedAt: json.time,
});
