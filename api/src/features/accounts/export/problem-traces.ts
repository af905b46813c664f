import { and, desc, eq, isNull } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '../../../platform/db/connect.ts';
import { comments, problemEvents, problemReports, problems, savedProblems } from '../../marketplace/schema.ts';
import { json } from '../../../platform/http/answer-schema.ts';

const titled = { _id: problems.id, title: problems.title };
const aboutProblem = (column: PgColumn) => eq(problems.id, column);

/** What a person left at problems, besides posting and bidding: saved ones, reports, comments that still have words, events. */
export async function collectTraces(tx: Tx, userId: string) {
  return {
    savedProblems: await tx
      .select({ problem: titled, savedAt: savedProblems.savedAt })
      .from(savedProblems)
      .innerJoin(problems, aboutProblem(savedProblems.problemId))
      .where(eq(savedProblems.userId, userId))
      .orderBy(desc(savedProblems.savedAt)),
    problemReports: await tx
      .select({ problem: titled, report: problemReports })
      .from(problemReports)
      .innerJoin(problems, aboutProblem(problemReports.problemId))
      .where(eq(problemReports.userId, userId))
      .orderBy(desc(problemReports.createdAt)),
    comments: await tx
      .select({ problem: titled, comment: comments })
      .from(comments)
      .innerJoin(problems, aboutProblem(comments.problemId))
      .where(and(eq(comments.authorId, userId), isNull(comments.deletedAt)))
      .orderBy(desc(comments.createdAt)),
    events: await tx
      .select({ problem: titled, event: problemEvents.event, at: problemEvents.at })
      .from(problemEvents)
      .innerJoin(problems, aboutProblem(problemEvents.problemId))
      .where(eq(problemEvents.personId, userId))
      .orderBy(desc(problemEvents.at)),
  };
}

/** The same as it leaves the server. */
export function presentTraces(traces: Awaited<ReturnType<typeof collectTraces>>) {
  return {
    savedProblems: traces.savedProblems.map(({ problem, savedAt }) => ({ problem, savedAt: savedAt.toISOString() })),
    problemReports: traces.problemReports.map(({ problem, report: { reason, description, createdAt } }) => ({
      problem,
      reason,
      description,
      createdAt: createdAt.toISOString(),
    })),
    comments: traces.comments.map(({ problem, comment: { id, content, createdAt, editedAt } }) => ({
      _id: id,
      problem,
      content,
      createdAt: createdAt.toISOString(),
      editedAt: editedAt?.toISOString() ?? null,
    })),
    events: traces.events.map(({ problem, event, at }) => ({ problem, event, at: at.toISOString() })),
  };
}

const problem = json.object({ _id: json.id, title: json.text });
const comment = { _id: json.id, problem, content: json.text, createdAt: json.time, editedAt: json.orNull(json.time) };

/** The properties of these in the export. */
export const tracesFields = {
  savedProblems: json.list(json.object({ problem, savedAt: json.time })),
  problemReports: json.list(json.object({ problem, reason: json.text, description: json.text, createdAt: json.time })),
  comments: json.list(json.object(comment)),
  events: json.list(json.object({ problem, event: json.text, at: json.time })),
};
