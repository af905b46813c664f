import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { problems, problemViews } from '../../../../api/src/schema/index.ts';
import { summarize } from '@solvent/contracts/rules';
import { ASSETS } from '../data.ts';
import type { DemoProblem } from '../data.ts';
import { daysInMs, hoursInMs, createIdAt } from './clock.ts';
import type { Clock } from './clock.ts';

/** A problem, and the times of its bids. */
export interface ProblemRows {
  source: DemoProblem;
  row: typeof problems.$inferInsert & { id: string; createdAt: Date; updatedAt: Date };
  views: typeof problemViews.$inferInsert;
  /** Duration of the period in which bids arrived, in milliseconds. */
  bidding: number;
  /** Time when the seeker accepted a bid. */
  decidedAt: Date;
}

/** Bids arrive within three days, or within the first 60 % of the age of a newer problem. */
const getBiddingDuration = (posted: number) => Math.min(daysInMs(3), posted * 0.6);

function getDecisionDelay(problem: DemoProblem, bidding: number): number {
  return bidding + Math.min(hoursInMs(12), (problem.posted - bidding) / 2);
}

/**
 * Returns the time from posting to the last change: halfway between decision and now if solved, a month at most if closed, the
 * decision if in progress, and otherwise 0.
 */
function getLastChangeDelay(problem: DemoProblem, decisionDelay: number): number {
  if (problem.status === 'solved') return decisionDelay + (problem.posted - decisionDelay) / 2;
  if (problem.status === 'closed') return Math.min(daysInMs(30), problem.posted);
  return problem.status === 'in-progress' ? decisionDelay : 0;
}

/** Builds the rows of a problem that `seekerId` posted. */
export async function buildProblem(source: DemoProblem, seekerId: string, clock: Clock): Promise<ProblemRows> {
  const body = await readFile(join(ASSETS, 'problems', `${source.key}.md`), 'utf8');
  const createdAt = clock.ago(source.posted);
  const bidding = getBiddingDuration(source.posted);
  const decisionDelay = getDecisionDelay(source, bidding);
  const id = createIdAt(createdAt);
  const { title, category, tags, budget, status = 'open', bids, withdrawn = [], posted, doneIn } = source;
  const updatedAt = clock.ago(posted - getLastChangeDelay(source, decisionDelay));
  const row = {
    id,
    userId: seekerId,
    title,
    body: body.trim(),
    description: summarize(body),
    category,
    tags,
    budget,
    doneBy: doneIn === undefined ? null : clock.ago(-doneIn).toISOString().slice(0, 10),
    status,
    bidCount: bids.length - withdrawn.length,
    solvedAt: status === 'solved' ? updatedAt : null,
    createdAt,
    updatedAt,
  };
  return { source, row, views: { problemId: id, count: source.views }, bidding, decidedAt: clock.ago(posted - decisionDelay) };
}
