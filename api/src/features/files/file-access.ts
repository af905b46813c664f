import { and, eq, isNull, or } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import {
  agreementFiles,
  agreements,
  bidFiles,
  bids,
  comments,
  messageFiles,
  messages,
  participants,
  problemFiles,
  problems,
  textPictures,
} from '../../schema/index.ts';
import type { FileRow } from '../../schema/index.ts';
import { visibleTo } from '../marketplace/problems/visibility.ts';
import type { Db } from '../../platform/db/connect.ts';

/** Returns rows if the user may read the file. */
type AccessQuery = (db: Db, fileId: string, userId: string) => PromiseLike<unknown[]>;

/** Participants of the message's conversation (product 6.6). */
const findMessageAccess: AccessQuery = (db, fileId, userId) =>
  db
    .select({ id: messages.id })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .innerJoin(participants, eq(participants.conversationId, messages.conversationId))
    .where(and(eq(messageFiles.fileId, fileId), eq(participants.userId, userId)));

const findBidAccess: AccessQuery = (db, fileId, userId) =>
  db
    .select({ id: bids.id })
    .from(bidFiles)
    .innerJoin(bids, eq(bids.id, bidFiles.bidId))
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .where(and(eq(bidFiles.fileId, fileId), or(eq(bids.solverId, userId), eq(problems.userId, userId))));

const findDeliveryAccess: AccessQuery = (db, fileId, userId) =>
  db
    .select({ id: agreements.id })
    .from(agreementFiles)
    .innerJoin(agreements, eq(agreements.id, agreementFiles.agreementId))
    .where(and(eq(agreementFiles.fileId, fileId), or(eq(agreements.seekerId, userId), eq(agreements.solverId, userId))));

/** Users who can still read the taken-down problem. Pictures of a taken-down comment are for its author only. */
const findHiddenAccess: AccessQuery = (db, fileId, userId) => {
  const attached = db
    .select({ id: problems.id })
    .from(problemFiles)
    .innerJoin(problems, eq(problems.id, problemFiles.problemId))
    .where(and(eq(problemFiles.fileId, fileId), visibleTo(db, userId)));
  const isTextVisible = and(visibleTo(db, userId), or(isNull(comments.deletedAt), eq(comments.authorId, userId)));
  const pictured = db
    .select({ id: problems.id })
    .from(textPictures)
    .innerJoin(problems, eq(problems.id, textPictures.problemId))
    .leftJoin(comments, eq(comments.id, textPictures.commentId))
    .where(and(eq(textPictures.fileId, fileId), isTextVisible));
  return unionAll(attached, pictured);
};

const BILATERAL_ACCESS: Partial<Record<FileRow['purpose'], AccessQuery>> = {
  message: findMessageAccess,
  bid: findBidAccess,
  delivery: findDeliveryAccess,
};

/** Whether only two users may read a file: the file of a message, a bid or a delivery. */
export const isBilateral = ({ purpose }: FileRow): boolean => purpose in BILATERAL_ACCESS;

export async function canRead(db: Db, { id, purpose, visibility }: FileRow, userId: string): Promise<boolean> {
  const findAccess = visibility === 'hidden' ? findHiddenAccess : BILATERAL_ACCESS[purpose];
  const found = await findAccess?.(db, id, userId);
  return found !== undefined && found.length > 0;
}
