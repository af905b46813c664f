import type { AnnouncedProblem, Conversation, Message, Participant } from '@solvent/contracts';
import { previewOf } from '@solvent/contracts/message-preview';

function withParticipant(conversation: Conversation, userId: string, change: (person: Participant) => Participant): Conversation {
  return {
    ...conversation,
    participants: conversation.participants.map((person) => (person._id === userId ? change(person) : person)),
  };
}

/** A message came after all that are known: it is the last one, and unread unless one wrote it. */
export function withMessage(conversation: Conversation, message: Message, viewerId: string): Conversation {
  const { sender, content, files, createdAt, seq } = message;
  if (seq <= conversation.lastSeq) return conversation;
  return {
    ...conversation,
    lastMessage: { senderId: sender._id, text: previewOf(content), fileCount: files.length, createdAt },
    lastSeq: seq,
    updatedAt: createdAt,
    unreadCount: conversation.unreadCount + (sender._id === viewerId ? 0 : 1),
  };
}

/** Somebody has read up to `seq`: the position never goes back. */
export const withReadPosition = (conversation: Conversation, userId: string, seq: number): Conversation =>
  withParticipant(conversation, userId, (person) => ({ ...person, readSeq: Math.max(person.readSeq, seq) }));

/** Somebody came or went. */
export const withPresence = (conversation: Conversation, userId: string, online: boolean): Conversation =>
  withParticipant(conversation, userId, (person) => ({ ...person, online }));

/** What it is about has changed. */
export function withProblem(conversation: Conversation, { _id, title, status }: AnnouncedProblem): Conversation {
  return conversation.problem?._id === _id ? { ...conversation, problem: { _id, title, status } } : conversation;
}

/** Up to where somebody has read; 0 for who takes no part. */
export const readSeqOf = ({ participants }: Conversation, userId: string): number =>
  participants.find(({ _id }) => _id === userId)?.readSeq ?? 0;

/** A position that the server did not take is taken back: `before` it was said, and `marked` just after. */
export function withReadTakenBack(now: Conversation, userId: string, before: Conversation, marked: Conversation): Conversation {
  const isFurther = readSeqOf(now, userId) > readSeqOf(marked, userId);
  if (isFurther) return now;
  return {
    ...withParticipant(now, userId, (person) => ({ ...person, readSeq: readSeqOf(before, userId) })),
    unreadCount: now.unreadCount + before.unreadCount - marked.unreadCount,
  };
}
