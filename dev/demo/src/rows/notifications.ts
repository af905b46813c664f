import { REVIEW } from '@solvent/contracts';
import { getMessagePreview } from '@solvent/contracts/message-preview';
import type { notifications } from '../../../../api/src/schema/index.ts';
import { AGREEMENT_TEXTS, BID_TEXTS } from '../../../../api/src/features/marketplace/texts.ts';
import type { NotificationContent } from '../../../../api/src/features/marketplace/texts.ts';
import { messagesTitle, buildGroupKey } from '../../../../api/src/features/notifications/service.ts';
import type { DemoBidNotification } from '../data.ts';
import type { StoredAgreement } from './agreements.ts';
import type { StoredBid } from './bids.ts';
import { days, idAt } from './clock.ts';
import type { Clock } from './clock.ts';
import type { StoredConversation } from './conversations.ts';

type NotificationInsert = typeof notifications.$inferInsert;

/** Lookups of notifications' subjects. Each throws for an unknown key. */
export interface Known {
  getId(person: string): string;
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
  const actorId = known.getId(type === 'new_bid' ? solver : seeker);
  const row = {
    id: idAt(createdAt),
    userId: known.getId(to),
    actorId,
    ...BID_TEXTS[type](bid.amount, title),
    read,
    problemId: id,
    createdAt,
  };
  // Accepting a bid opens their conversation.
  return type === 'bid_accepted' ? { ...row, conversationId: known.conversation(problem, seeker, solver) } : row;
}

/** A conversation has one notification: of the unread messages, or of the last one. */
function aboutMessages(
  { source, row, messages, participants }: StoredConversation,
  to: string,
  userId: string,
): NotificationInsert[] {
  const notified = source.messages.flatMap((message, place) =>
    message.by === to || !message.notifiedAs ? [] : [{ ...message, place }],
  );
  const last = notified.at(-1);
  const stored = last && messages[last.place];
  if (last?.notifiedAs === undefined || stored === undefined) return [];
  const readSeq = participants.find((participant) => participant.userId === userId)?.readSeq ?? 0;
  const count = Math.max(1, notified.filter(({ place }) => place >= readSeq).length);
  const { id: conversationId, problemId } = row;
  const about = {
    type: last.notifiedAs,
    title: messagesTitle(count),
    message: getMessagePreview(last.text),
    problemId,
    conversationId,
    count,
  };
  const { createdAt, senderId: actorId, seq } = stored;
  return [
    {
      id: idAt(createdAt),
      userId,
      actorId,
      ...about,
      sharedBy: buildGroupKey({ type: last.notifiedAs, conversationId }),
      read: seq <= readSeq,
      createdAt,
    },
  ];
}

/** The notifications that a conversation led to. */
export const aboutConversation = (conversation: StoredConversation, known: Known): NotificationInsert[] =>
  conversation.source.between.flatMap((person) => aboutMessages(conversation, person, known.getId(person)));

/** Notifications of both parties of an agreement, by its progress; those older than a day are read. */
export function aboutAgreement({ row, changes, disputes }: StoredAgreement, title: string, clock: Clock): NotificationInsert[] {
  const { problemId, seekerId, solverId, amount, deliveredAt, solvedAt, paidAt, receivedAt } = row;
  const getOther = (id: string) => (id === seekerId ? solverId : seekerId);
  const notify = (at: Date | null | undefined, userId: string, words: NotificationContent): NotificationInsert[] =>
    at instanceof Date
      ? [{ id: idAt(at), userId, actorId: getOther(userId), ...words, read: at <= clock.ago(days(1)), problemId, createdAt: at }]
      : [];
  const answered = changes.filter(({ status }) => status === 'agreed');
  return [
    ...changes.flatMap((change) =>
      notify(change.createdAt, getOther(change.proposedBy), AGREEMENT_TEXTS.proposed(title, change, change.note ?? '')),
    ),
    ...answered.flatMap((change) => notify(change.decidedAt, change.proposedBy, AGREEMENT_TEXTS.agreed(title, change))),
    ...notify(deliveredAt, seekerId, AGREEMENT_TEXTS.delivered(title)),
    ...disputes.flatMap(({ openedBy, openedAt }) => notify(openedAt, getOther(openedBy), AGREEMENT_TEXTS.disputed(title))),
    ...(solvedAt instanceof Date
      ? notify(solvedAt, solverId, AGREEMENT_TEXTS.solved(title, new Date(solvedAt.getTime() + days(REVIEW.days))))
      : []),
    ...notify(paidAt, solverId, AGREEMENT_TEXTS.paid(title, amount)),
    ...notify(receivedAt, seekerId, AGREEMENT_TEXTS.received(title, amount)),
  ];
}
