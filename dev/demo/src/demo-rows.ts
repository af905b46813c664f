import type { comments, notifications, personReviews, problemEvents, savedProblems } from '../../../api/src/schema/index.ts';
import { readDemoData } from './data.ts';
import { buildAccount } from './rows/accounts.ts';
import type { DemoPasswords, StoredAccount } from './rows/accounts.ts';
import { agreementsOn } from './rows/agreements.ts';
import type { StoredAgreement } from './rows/agreements.ts';
import { bidsOn } from './rows/bids.ts';
import type { StoredBid } from './rows/bids.ts';
import { clockAt } from './rows/clock.ts';
import { commentsOn } from './rows/comments.ts';
import { buildConversation } from './rows/conversations.ts';
import type { StoredConversation } from './rows/conversations.ts';
import { buildEvents } from './rows/events.ts';
import { invitationsTo } from './rows/invitations.ts';
import type { StoredInvitation } from './rows/invitations.ts';
import { buildModuleRows } from './rows/modules.ts';
import type { StoredModule } from './rows/modules.ts';
import { aboutAgreement, aboutBid, aboutConversation } from './rows/notifications.ts';
import type { Known } from './rows/notifications.ts';
import type { DemoFile } from './rows/pictures.ts';
import { buildProblem } from './rows/problems.ts';
import type { StoredProblem } from './rows/problems.ts';
import { reviewsOn } from './rows/reviews.ts';
import { savedRows } from './rows/saved.ts';

/** Everything that the demo data puts into an empty database. */
export interface DemoRows {
  accounts: StoredAccount[];
  files: DemoFile[];
  problems: StoredProblem[];
  events: (typeof problemEvents.$inferInsert)[];
  bids: StoredBid[];
  agreements: StoredAgreement[];
  invitations: StoredInvitation[];
  comments: (typeof comments.$inferInsert)[];
  reviews: (typeof personReviews.$inferInsert)[];
  saved: (typeof savedProblems.$inferInsert)[];
  modules: StoredModule[];
  conversations: StoredConversation[];
  notifications: (typeof notifications.$inferInsert)[];
}

/** A map's entry that the data promises; a wrong key in the data is an error at seeding, not a hole on a page. */
function getEntry<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo data has no "${key}"`);
  return value;
}

function known(
  accounts: StoredAccount[],
  problems: StoredProblem[],
  bids: StoredBid[],
  conversations: StoredConversation[],
): Known {
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

/** Makes all rows of the demo data, as if it were `now`. Reads texts and pictures, and packs modules; touches no database. */
export async function demoRows(now: Date, passwords: DemoPasswords): Promise<DemoRows> {
  const clock = clockAt(now);
  const data = await readDemoData();
  const authors = new Set(data.modules.map(({ author }) => author));
  const accounts = await Promise.all(
    data.accounts.map((person) => buildAccount(person, authors.has(person.key), passwords, clock)),
  );
  const ids = new Map(accounts.map(({ key, row }) => [key, row.id]));
  const getId = (person: string) => getEntry(ids, person);
  const problems = await Promise.all(data.problems.map((problem) => buildProblem(problem, getId(problem.by), clock)));
  const events = problems.flatMap((problem) => buildEvents(problem, getId));
  const bids = problems.flatMap((problem) => bidsOn(problem, data, getId));
  const agreements = problems.flatMap((problem) => agreementsOn(problem, bids, data.agreements, getId, clock));
  const invitations = problems.flatMap((problem) => invitationsTo(problem, getId));
  const comments = problems.flatMap((problem) => commentsOn(problem, data.questions, getId));
  const reviews = problems.flatMap((problem) => reviewsOn(problem, data.reviews, getId));
  const modules = await Promise.all(
    data.modules.map((module) => buildModuleRows(module, data.moduleReviews[module.slug] ?? [], getId, clock)),
  );
  const problemIds = new Map(problems.map(({ source, row }) => [source.key, row.id]));
  const named = { getId, problemId: (key: string) => getEntry(problemIds, key) };
  const conversations = data.conversations.map((conversation) => buildConversation(conversation, named, clock));
  const what = known(accounts, problems, bids, conversations);
  const saved = savedRows(data.saved, getId, (key) => what.problem(key).id, clock);
  const titles = new Map(problems.map(({ row }) => [row.id, row.title]));
  const getTitle = (problemId: string) => getEntry(titles, problemId);
  const notifications = [
    ...data.notifications.map((notification) => aboutBid(notification, what)),
    ...conversations.flatMap((conversation) => aboutConversation(conversation, what)),
    ...invitations.map(({ notification }) => notification),
    ...agreements.flatMap((agreement) => aboutAgreement(agreement, getTitle(agreement.row.problemId), clock)),
  ];
  const files = [...accounts.map(({ picture }) => picture), ...modules.flatMap((module) => module.files)];
  const market = { problems, events, bids, agreements, invitations, comments, reviews, saved };
  return { accounts, files, ...market, modules, conversations, notifications };
}
