import { REVIEW } from '@solvent/contracts';
import { getMessagePreview } from '@solvent/contracts/message-preview';
import type { notifications } from '../../../../api/src/schema/index.ts';
import { AGREEMENT_TEXTS, BID_TEXTS } from '../../../../api/src/features/marketplace/texts.ts';
import type { NotificationContent } from '../../../../api/src/features/marketplace/texts.ts';
import { messagesTitle, buildGroupKey } from '../../../../api/src/features/notifications/service.ts';
import type { DemoBidNotification } from '../data.ts';
import type { AgreementRows } from './agreements.ts';
import type { BidRows } from './bids.ts';
import { daysInMs, createIdAt } from './clock.ts';
import type { Clock } from './clock.ts';
import type { ConversationRows } from './conversations.ts';

type NotificationInsert = typeof notifications.$inferInsert;

/** Finds rows by key. Except `conversation`, the methods throw an Error if a key is unknown. */
export interface NotificationLookup {
  getId(person: string): string;
  problem(key: string): { id: string; title: string; seeker: string };
  bid(problem: string, solver: string): BidRows['row'];
  /** Returns the id of the conversation about a problem between two users, if they have one. */
  conversation(problem: string, one: string, other: string): string | undefined;
}

/** Builds the notification about a bid or its outcome. */
export function buildBidNotification(
  { to, type, problem, solver, read }: DemoBidNotification,
  lookup: NotificationLookup,
): NotificationInsert {
  const bid = lookup.bid(problem, solver);
  const { id, title, seeker } = lookup.problem(problem);
  const createdAt = type === 'new_bid' ? bid.createdAt : bid.updatedAt;
  const actorId = lookup.getId(type === 'new_bid' ? solver : seeker);
  const row = {
    id: createIdAt(createdAt),
    userId: lookup.getId(to),
    actorId,
    ...BID_TEXTS[type](bid.amount, title),
    read,
    problemId: id,
    createdAt,
  };
  // Accepting a bid opens a conversation between seeker and solver.
  return type === 'bid_accepted' ? { ...row, conversationId: lookup.conversation(problem, seeker, solver) } : row;
}

/** Builds the notification about the unread messages of a conversation, or about the last message if all are read. */
function buildMessageNotification(
  { source, row, messages, participants }: ConversationRows,
  to: string,
  userId: string,
): NotificationInsert[] {
  const notified = source.messages.flatMap((message, index) =>
    message.by === to || !message.notifiedAs ? [] : [{ ...message, index }],
  );
  const last = notified.at(-1);
  const stored = last && messages[last.index];
  if (last?.notifiedAs === undefined || stored === undefined) return [];
  const readSeq = participants.find((participant) => participant.userId === userId)?.readSeq ?? 0;
  const count = Math.max(1, notified.filter(({ index }) => index >= readSeq).length);
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
      id: createIdAt(createdAt),
      userId,
      actorId,
      ...about,
      sharedBy: buildGroupKey({ type: last.notifiedAs, conversationId }),
      read: seq <= readSeq,
      createdAt,
    },
  ];
}

/** Builds the notifications of both participants of a conversation. */
export const buildConversationNotifications = (
  conversation: ConversationRows,
  lookup: NotificationLookup,
): NotificationInsert[] =>
  conversation.source.between.flatMap((person) => buildMessageNotification(conversation, person, lookup.getId(person)));

/** Builds the notifications of both parties about the progress of an agreement. Notifications older than a day are read. */
export function buildAgreementNotifications(
  { row, changes, disputes }: AgreementRows,
  title: string,
  clock: Clock,
): NotificationInsert[] {
  const { problemId, seekerId, solverId, amount, deliveredAt, changesRequestedAt, solvedAt, paidAt, receivedAt } = row;
  const getOther = (id: string) => (id === seekerId ? solverId : seekerId);
  const notify = (at: Date | null | undefined, userId: string, content: NotificationContent): NotificationInsert[] =>
    at instanceof Date
      ? [
          {
            id: createIdAt(at),
            userId,
            actorId: getOther(userId),
            ...content,
            read: at <= clock.ago(daysInMs(1)),
            problemId,
            createdAt: at,
          },
        ]
      : [];
  const agreed = changes.filter(({ status }) => status === 'agreed');
  return [
    ...changes.flatMap((change) =>
      notify(change.createdAt, getOther(change.proposedBy), AGREEMENT_TEXTS.proposed(title, change, change.note ?? '')),
    ),
    ...agreed.flatMap((change) => notify(change.decidedAt, change.proposedBy, AGREEMENT_TEXTS.agreed(title, change))),
    ...notify(deliveredAt, seekerId, AGREEMENT_TEXTS.delivered(title)),
    ...notify(changesRequestedAt, solverId, AGREEMENT_TEXTS.changesRequested(title)),
    ...disputes.flatMap(({ openedBy, openedAt }) => notify(openedAt, getOther(openedBy), AGREEMENT_TEXTS.disputed(title))),
    ...(solvedAt instanceof Date
      ? notify(solvedAt, solverId, AGREEMENT_TEXTS.solved(title, new Date(solvedAt.getTime() + daysInMs(REVIEW.days))))
      : []),
    ...notify(paidAt, solverId, AGREEMENT_TEXTS.paid(title, amount)),
    ...notify(receivedAt, seekerId, AGREEMENT_TEXTS.received(title, amount)),
  ];
}
