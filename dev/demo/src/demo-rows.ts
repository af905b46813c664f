import type { comments, notifications, personReviews, problemEvents, savedProblems } from '../../../api/src/schema/index.ts';
import { readDemoData } from './data.ts';
import { buildAccount } from './rows/accounts.ts';
import type { DemoPasswords, AccountRows } from './rows/accounts.ts';
import { buildAgreements } from './rows/agreements.ts';
import type { AgreementRows } from './rows/agreements.ts';
import { buildBids } from './rows/bids.ts';
import type { BidRows } from './rows/bids.ts';
import { createClock } from './rows/clock.ts';
import { buildComments } from './rows/comments.ts';
import { buildConversation } from './rows/conversations.ts';
import type { ConversationRows } from './rows/conversations.ts';
import { buildEvents } from './rows/events.ts';
import { buildInvitations } from './rows/invitations.ts';
import type { InvitationRows } from './rows/invitations.ts';
import { buildModuleRows } from './rows/modules.ts';
import type { ModuleRows } from './rows/modules.ts';
import { buildAgreementNotifications, buildBidNotification, buildConversationNotifications } from './rows/notifications.ts';
import type { NotificationLookup } from './rows/notifications.ts';
import type { DemoFile } from './rows/pictures.ts';
import { buildProblem } from './rows/problems.ts';
import type { ProblemRows } from './rows/problems.ts';
import { buildReviews } from './rows/reviews.ts';
import { buildSavedRows } from './rows/saved.ts';

export interface DemoRows {
  accounts: AccountRows[];
  files: DemoFile[];
  problems: ProblemRows[];
  events: (typeof problemEvents.$inferInsert)[];
  bids: BidRows[];
  agreements: AgreementRows[];
  invitations: InvitationRows[];
  comments: (typeof comments.$inferInsert)[];
  reviews: (typeof personReviews.$inferInsert)[];
  saved: (typeof savedProblems.$inferInsert)[];
  modules: ModuleRows[];
  conversations: ConversationRows[];
  notifications: (typeof notifications.$inferInsert)[];
}

/** Returns an entry of the map. @throws Error if the key is unknown, because a wrong key in the data must not create an incomplete page */
function getEntry<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo data has no "${key}"`);
  return value;
}

function createNotificationLookup(
  accounts: AccountRows[],
  problems: ProblemRows[],
  bids: BidRows[],
  conversations: ConversationRows[],
): NotificationLookup {
  const people = new Map(accounts.map((account) => [account.key, account.row]));
  const problemsByKey = new Map(
    problems.map(({ source, row }) => [source.key, { id: row.id, title: row.title, seeker: source.by }]),
  );
  const bidsByKey = new Map(bids.map((bid) => [`${bid.problem}/${bid.solver}`, bid.row]));
  return {
    getId: (person) => getEntry(people, person).id,
    problem: (key) => getEntry(problemsByKey, key),
    bid: (problem, solver) => getEntry(bidsByKey, `${problem}/${solver}`),
    conversation: (problem, ...two) =>
      conversations.find(({ source }) => source.problem === problem && source.between.every((person) => two.includes(person)))
        ?.row.id,
  };
}

/** Builds all rows of the demo data relative to `now`. Reads texts and pictures and packs modules; does not use the database. */
export async function buildDemoRows(now: Date, passwords: DemoPasswords): Promise<DemoRows> {
  const clock = createClock(now);
  const data = await readDemoData();
  const authors = new Set(data.modules.map(({ author }) => author));
  const accounts = await Promise.all(
    data.accounts.map((person) => buildAccount(person, authors.has(person.key), passwords, clock)),
  );
  const ids = new Map(accounts.map(({ key, row }) => [key, row.id]));
  const getId = (person: string) => getEntry(ids, person);
  const problems = await Promise.all(data.problems.map((problem) => buildProblem(problem, getId(problem.by), clock)));
  const events = problems.flatMap((problem) => buildEvents(problem, getId));
  const bids = problems.flatMap((problem) => buildBids(problem, data, getId));
  const agreements = problems.flatMap((problem) => buildAgreements(problem, bids, data.agreements, getId, clock));
  const invitations = problems.flatMap((problem) => buildInvitations(problem, getId));
  const comments = problems.flatMap((problem) => buildComments(problem, data.questions, getId));
  const reviews = problems.flatMap((problem) => buildReviews(problem, data.reviews, getId));
  const modules = await Promise.all(
    data.modules.map((module) => buildModuleRows(module, data.moduleReviews[module.slug] ?? [], getId, clock)),
  );
  const problemIds = new Map(problems.map(({ source, row }) => [source.key, row.id]));
  const conversationLookup = { getId, problemId: (key: string) => getEntry(problemIds, key) };
  const conversations = data.conversations.map((conversation) => buildConversation(conversation, conversationLookup, clock));
  const lookup = createNotificationLookup(accounts, problems, bids, conversations);
  const saved = buildSavedRows(data.saved, getId, (key) => lookup.problem(key).id, clock);
  const titles = new Map(problems.map(({ row }) => [row.id, row.title]));
  const getTitle = (problemId: string) => getEntry(titles, problemId);
  const notifications = [
    ...data.notifications.map((notification) => buildBidNotification(notification, lookup)),
    ...conversations.flatMap((conversation) => buildConversationNotifications(conversation, lookup)),
    ...invitations.map(({ notification }) => notification),
    ...agreements.flatMap((agreement) => buildAgreementNotifications(agreement, getTitle(agreement.row.problemId), clock)),
  ];
  const files = [...accounts.map(({ picture }) => picture), ...modules.flatMap((module) => module.files)];
  const market = { problems, events, bids, agreements, invitations, comments, reviews, saved };
  return { accounts, files, ...market, modules, conversations, notifications };
}
