import { previewOf } from '@solvent/contracts/message-preview';
import type { notifications } from '../../../../api/src/features/notifications/schema.ts';
import { BID_WORDS } from '../../../../api/src/features/marketplace/bids/service.ts';
import { messagesTitle, sharedBy } from '../../../../api/src/features/notifications/service.ts';
import type { DemoBidNotification } from '../data.ts';
import type { StoredBid } from './bids.ts';
import { idAt } from './clock.ts';
import type { StoredConversation } from './conversations.ts';

type NotificationInsert = typeof notifications.$inferInsert;

/** What notifications speak of. Each throws if the data names something that is not there. */
export interface Known {
  idOf(person: string): string;
  problem(key: string): { id: string; title: string; seeker: string };
  bid(problem: string, solver: string): StoredBid['row'];
  /** The conversation about a problem between two people, if they have one. */
  conversation(problem: string, one: string, other: string): string | undefined;
}

/** The notification that a bid or its outcome led to. */
export function aboutBid({ to, type, problem, solver, read }: DemoBidNotification, known: Known): NotificationInsert {
  const bid = known.bid(problem, solver);
  const { id, title, seeker } = known.problem(problem);
  const createdAt = type === 'new_bid' ? bid.createdAt : bid.updatedAt;
  const actorId = known.idOf(type === 'new_bid' ? solver : seeker);
  const row = {
    id: idAt(createdAt),
    userId: known.idOf(to),
    actorId,
    ...BID_WORDS[type](bid.amount, title),
    read,
    problemId: id,
    createdAt,
  };
  // Accepting a bid opens their conversation.
  return type === 'bid_accepted' ? { ...row, conversationId: known.conversation(problem, seeker, solver) } : row;
}

/** The notification of what somebody has not read yet, or of the last that they were told of: a conversation has one. */
function aboutMessages(
  { source, row, messages, participants }: StoredConversation,
  to: string,
  userId: string,
): NotificationInsert[] {
  const told = source.messages.flatMap((message, place) => (message.by === to || !message.told ? [] : [{ ...message, place }]));
  const last = told.at(-1);
  const stored = last && messages[last.place];
  if (last?.told === undefined || stored === undefined) return [];
  const readSeq = participants.find((participant) => participant.userId === userId)?.readSeq ?? 0;
  const count = Math.max(1, told.filter(({ place }) => place >= readSeq).length);
  const { id: conversationId, problemId } = row;
  const about = { type: last.told, title: messagesTitle(count), message: previewOf(last.text), problemId, conversationId, count };
  const { createdAt, senderId: actorId, seq } = stored;
  return [
    {
      id: idAt(createdAt),
      userId,
      actorId,
      ...about,
      sharedBy: sharedBy({ type: last.told, conversationId }),
      read: seq <= readSeq,
      createdAt,
    },
  ];
}

/** The notifications that a conversation led to. */
export const aboutConversation = (conversation: StoredConversation, known: Known): NotificationInsert[] =>
  conversation.source.between.flatMap((person) => aboutMessages(conversation, person, known.idOf(person)));
