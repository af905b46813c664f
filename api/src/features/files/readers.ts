import { and, eq, isNull, or } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { FileRow } from './schema.ts';
import { agreementFiles, agreements } from '../marketplace/schema.ts';
import { bidFiles, bids, comments, problemFiles, problems, textPictures } from '../marketplace/schema.ts';
import { visibleTo } from '../marketplace/problems/visibility.ts';
import { messageFiles, messages, participants } from '../messaging/schema.ts';
import type { Db } from '../../platform/db/connect.ts';

/** What leads from a file to somebody who may read it; empty for everybody else. */
type Readers = (db: Db, fileId: string, userId: string) => PromiseLike<unknown[]>;

/** Who takes part in the conversation whose message brought the file (product 6.6). */
const ofMessage: Readers = (db, fileId, userId) =>
  db
    .select({ id: messages.id })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .innerJoin(participants, eq(participants.conversationId, messages.conversationId))
    .where(and(eq(messageFiles.fileId, fileId), eq(participants.userId, userId)));

/** Who made the bid that has the file, and who posted its problem. */
const ofBid: Readers = (db, fileId, userId) =>
  db
    .select({ id: bids.id })
    .from(bidFiles)
    .innerJoin(bids, eq(bids.id, bidFiles.bidId))
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .where(and(eq(bidFiles.fileId, fileId), or(eq(bids.solverId, userId), eq(problems.userId, userId))));

/** The two of the agreement under which the file was delivered. */
const ofDelivery: Readers = (db, fileId, userId) =>
  db
    .select({ id: agreements.id })
    .from(agreementFiles)
    .innerJoin(agreements, eq(agreements.id, agreementFiles.agreementId))
    .where(and(eq(agreementFiles.fileId, fileId), or(eq(agreements.seekerId, userId), eq(agreements.solverId, userId))));

/**
 * Users who can still read the taken-down problem that has the file as an attachment, or a text that shows it. Pictures of a taken-down
 * comment are for its author only.
 */
const ofHidden: Readers = (db, fileId, userId) => {
  const attached = db
    .select({ id: problems.id })
    .from(problemFiles)
    .innerJoin(problems, eq(problems.id, problemFiles.problemId))
    .where(and(eq(problemFiles.fileId, fileId), visibleTo(db, userId)));
  const isTextSeen = and(visibleTo(db, userId), or(isNull(comments.deletedAt), eq(comments.authorId, userId)));
  const pictured = db
    .select({ id: problems.id })
    .from(textPictures)
    .innerJoin(problems, eq(problems.id, textPictures.problemId))
    .leftJoin(comments, eq(comments.id, textPictures.commentId))
    .where(and(eq(textPictures.fileId, fileId), isTextSeen));
  return unionAll(attached, pictured);
};

const FOR_TWO: Partial<Record<FileRow['purpose'], Readers>> = { message: ofMessage, bid: ofBid, delivery: ofDelivery };

/** Whether a file is for two people alone: of a message, of a bid, or of a delivery. */
export const isForTwo = ({ purpose }: FileRow): boolean => purpose in FOR_TWO;

/** Whether this user may read a private file. */
export async function isFor(db: Db, { id, purpose, visibility }: FileRow, userId: string): Promise<boolean> {
  const readers = visibility === 'hidden' ? ofHidden : FOR_TWO[purpose];
  const found = await readers?.(db, id, userId);
  return found !== undefined && found.length > 0;
}
