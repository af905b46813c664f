import { and, desc, eq, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/connect.ts';
import { bids, personReviews, problems } from '../../marketplace/schema.ts';
import { contactMessages } from '../../site/schema/contact-messages.ts';
import { files } from '../../files/schema/files.ts';
import { notifications } from '../../notifications/schema.ts';
import { knownDevices, sessions } from '../schema/sessions.ts';
import { socialIdentities } from '../schema/social-identities.ts';
import { users } from '../schema/users.ts';
import type { UserRow } from '../schema/users.ts';
import { selectNotifications } from '../../notifications/select-notifications.ts';
import { collectModuleTraces } from './module-traces.ts';
import { collectMessages } from './own-messages.ts';
import { collectOwnModules } from './own-modules.ts';
import { collectTraces } from './problem-traces.ts';

const problem = { id: problems.id, title: problems.title };
const person = { id: users.id, name: users.name };

function ownBids(tx: Tx, { id }: UserRow) {
  const withProblem = tx.select({ bid: bids, problem }).from(bids).innerJoin(problems, eq(problems.id, bids.problemId));
  return withProblem.where(eq(bids.solverId, id)).orderBy(desc(bids.createdAt), desc(bids.id));
}

function reviewsWritten(tx: Tx, { id }: UserRow) {
  return tx
    .select({ review: personReviews, problem, person })
    .from(personReviews)
    .innerJoin(problems, eq(problems.id, personReviews.problemId))
    .innerJoin(users, eq(users.id, personReviews.subjectId))
    .where(eq(personReviews.authorId, id))
    .orderBy(desc(personReviews.createdAt));
}

/** Those that anybody may see by now: the other side's stay hidden until both have rated. */
function reviewsReceived(tx: Tx, { id }: UserRow) {
  return tx
    .select({ review: personReviews, problem, person })
    .from(personReviews)
    .innerJoin(problems, eq(problems.id, personReviews.problemId))
    .innerJoin(users, eq(users.id, personReviews.authorId))
    .where(and(eq(personReviews.subjectId, id), lte(personReviews.visibleFrom, new Date())))
    .orderBy(desc(personReviews.createdAt));
}

async function collect(tx: Tx, user: UserRow) {
  const { id } = user;
  return {
    user,
    social: await tx.select().from(socialIdentities).where(eq(socialIdentities.userId, id)),
    sessions: await tx.select().from(sessions).where(eq(sessions.userId, id)).orderBy(desc(sessions.lastUsedAt)),
    devices: await tx.select().from(knownDevices).where(eq(knownDevices.userId, id)).orderBy(desc(knownDevices.lastUsedAt)),
    problems: await tx.select().from(problems).where(eq(problems.userId, id)).orderBy(desc(problems.createdAt)),
    bids: await ownBids(tx, user),
    reviewsWritten: await reviewsWritten(tx, user),
    reviewsReceived: await reviewsReceived(tx, user),
    traces: await collectTraces(tx, id),
    said: await collectMessages(tx, id),
    notifications: await selectNotifications(tx).where(eq(notifications.userId, id)).orderBy(desc(notifications.createdAt)),
    modules: await collectOwnModules(tx, id),
    moduleTraces: await collectModuleTraces(tx, id),
    files: await tx.select().from(files).where(eq(files.ownerId, id)).orderBy(desc(files.createdAt)),
    contactMessages: await tx
      .select()
      .from(contactMessages)
      .where(sql`lower(trim(${contactMessages.email})) = ${user.email}`)
      .orderBy(desc(contactMessages.createdAt)),
  };
}

/** Everything that the database holds of a person, as of one moment. Rows with their secrets: only the presenter's words leave. */
export const collectData = (db: Db, user: UserRow) =>
  db.transaction((tx) => collect(tx, user), { isolationLevel: 'repeatable read', accessMode: 'read only' });

/** What {@link collectData} finds. */
export type CollectedData = Awaited<ReturnType<typeof collectData>>;
