import { and, eq, isNull, or } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { AccessQuery } from '../files/index.ts';
import {
  agreementFiles,
  agreements,
  bidFiles,
  bids,
  comments,
  problemFiles,
  problems,
  textPictures,
} from '../../schema/index.ts';
import { visibleTo } from './problems/visibility.ts';

export const findBidAccess: AccessQuery = (db, fileId, userId) =>
  db
    .select({ id: bids.id })
    .from(bidFiles)
    .innerJoin(bids, eq(bids.id, bidFiles.bidId))
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .where(and(eq(bidFiles.fileId, fileId), or(eq(bids.solverId, userId), eq(problems.userId, userId))));

export const findDeliveryAccess: AccessQuery = (db, fileId, userId) =>
  db
    .select({ id: agreements.id })
    .from(agreementFiles)
    .innerJoin(agreements, eq(agreements.id, agreementFiles.agreementId))
    .where(and(eq(agreementFiles.fileId, fileId), or(eq(agreements.seekerId, userId), eq(agreements.solverId, userId))));

/** Users who can still read the taken-down problem. Pictures of a taken-down comment are for its author only. */
export const findHiddenAccess: AccessQuery = (db, fileId, userId) => {
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
