import { CONTENT_KINDS } from '@solvent/contracts';
import type { ContentKind } from '@solvent/contracts';
import { and, asc, desc, eq, inArray, ne, or } from 'drizzle-orm';
import { comments, moduleReviews, modules, personReviews, problems, takeDowns, users } from '../schema/index.ts';
import type { TakeDownRow } from '../schema/index.ts';
import {
  restoreComment,
  restorePersonReview,
  restoreProblem,
  takeDownComment,
  takeDownPersonReview,
  takeDownProblem,
} from '../features/marketplace/index.ts';
import type { ModeratedContent, TakeDown } from '../features/moderation/index.ts';
import { restoreModule, restoreModuleReview, takeDownModule, takeDownModuleReview } from '../features/toolbox/index.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { isId } from '../platform/is-id.ts';
import type { Events, Transact } from '../platform/outbox/outbox.ts';
import { AUDIT_OPTIONS, recordAuditEntry, parsePublicAuditEntry } from './audit-entry.ts';
import type { AuditEntry } from './audit-entry.ts';
import { JSON_OPTION, printList, UsageError } from './command.ts';
import type { Command, Input } from './command.ts';
import { transactOn, withDatabase } from './with-database.ts';

const HELP = `Takes down a published problem, comment, module or review, and restores it as it was. Its author is notified and reads
the reason (--why) with it; a --reason besides it is for the audit only. Nobody else finds it: no page, list, search, count, file or sitemap has it.

  pnpm solvent content                                      what is taken down
  pnpm solvent content show problem 0190…                   the ids of its comments and ratings; of a module, of its reviews
  pnpm solvent content take-down comment 0190… --why "It names a private person."
  pnpm solvent content take-down module payment-setup --why "Its license does not allow selling it."
  pnpm solvent content take-down module payment-setup --malware --why "It sends passwords to another server."
  pnpm solvent content restore comment 0190… --why "The person agreed."

A problem is named by the id in its address, a module by its slug or id. Work that is under way on a problem goes on: its poster and
solver still read it. Buyers keep a module and can download it, except with --malware: then nobody can, and everyone who has it is
warned. Take down a module again with --malware once you find that it is harmful. Who did it (--by, else who called sudo) and why is in "pnpm solvent audit". --json lists for machines.`;

type Verb = 'take-down' | 'restore';

/** An operator's request. */
interface Moderation {
  verb: Verb;
  kind: ContentKind;
  /** For modules, the slug is allowed, too. */
  id: string;
  isMalware: boolean;
  /** Reason for the author. */
  why: string;
  act: AuditEntry;
}

type TakesDown = (tx: Tx, events: Events, id: string, takeDown: TakeDown) => Promise<ModeratedContent | undefined>;
type Restores = (tx: Tx, events: Events, id: string) => Promise<ModeratedContent | undefined>;

const TAKES_DOWN: Record<ContentKind, TakesDown> = {
  problem: takeDownProblem,
  comment: takeDownComment,
  module: takeDownModule,
  review: async (...of) => (await takeDownPersonReview(...of)) ?? takeDownModuleReview(...of),
};

const RESTORES: Record<ContentKind, Restores> = {
  problem: restoreProblem,
  comment: restoreComment,
  module: restoreModule,
  review: async (...of) => (await restorePersonReview(...of)) ?? restoreModuleReview(...of),
};

/**
 * Takes down or restores content, with an audit entry.
 * @returns a sentence about the result
 * @throws StartupError if there is no such content, or the action is not possible now
 */
export async function moderate(transact: Transact, { verb, kind, id, isMalware, why, act }: Moderation): Promise<string> {
  const work = (tx: Tx, events: Events) =>
    verb === 'restore'
      ? RESTORES[kind](tx, events, id)
      : TAKES_DOWN[kind](tx, events, id, { by: act.by, reason: why, isMalware });
  const none = new StartupError(`No published ${kind} has the id ${id}: "pnpm solvent content show" lists those of a page.`);
  if (kind !== 'module' && !isId(id)) throw none;
  const done = await transact(async (tx, events) => {
    const moderated = await work(tx, events);
    if (moderated !== undefined) await recordAuditEntry(tx, act, moderated.subjectId);
    return moderated;
  }).catch((error: unknown) => {
    throw error instanceof AppError ? new StartupError(error.message) : error;
  });
  if (done === undefined) throw none;
  return `The ${kind} ${done.subjectId} is ${verb === 'restore' ? 'visible again' : 'taken down'}. Its author is notified.`;
}

/** Content that can be taken down, with the beginning of its text. */
interface Part {
  kind: ContentKind;
  id: string;
  author: string;
  text: string;
}

const AUTHOR = { author: users.name };

async function listProblemParts(db: Db, id: string): Promise<Part[]> {
  const [problem] = await db
    .select({ id: problems.id, text: problems.title, ...AUTHOR })
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .where(eq(problems.id, id));
  if (problem === undefined) return [];
  const commentParts = await db
    .select({ id: comments.id, text: comments.content, ...AUTHOR })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.authorId))
    .where(and(eq(comments.problemId, id), ne(comments.content, '')))
    .orderBy(asc(comments.createdAt), asc(comments.id));
  const reviewParts = await db
    .select({ id: personReviews.id, text: personReviews.text, ...AUTHOR })
    .from(personReviews)
    .innerJoin(users, eq(users.id, personReviews.authorId))
    .where(eq(personReviews.problemId, id))
    .orderBy(asc(personReviews.createdAt));
  return [
    { kind: 'problem', ...problem },
    ...commentParts.map((one) => ({ kind: 'comment' as const, ...one })),
    ...reviewParts.map((one) => ({ kind: 'review' as const, ...one })),
  ];
}

async function listModuleParts(db: Db, idOrSlug: string): Promise<Part[]> {
  const [module] = await db
    .select({ id: modules.id, text: modules.title, ...AUTHOR })
    .from(modules)
    .innerJoin(users, eq(users.id, modules.authorId))
    .where(or(isId(idOrSlug) ? eq(modules.id, idOrSlug) : undefined, eq(modules.slug, idOrSlug)));
  if (module === undefined) return [];
  const reviews = await db
    .select({ id: moduleReviews.id, text: moduleReviews.text, ...AUTHOR })
    .from(moduleReviews)
    .innerJoin(users, eq(users.id, moduleReviews.userId))
    .where(eq(moduleReviews.moduleId, module.id))
    .orderBy(asc(moduleReviews.createdAt));
  return [{ kind: 'module', ...module }, ...reviews.map((one) => ({ kind: 'review' as const, ...one }))];
}

/** A problem or a module with all its comments and reviews that can be taken down; empty if there is none. */
export async function listParts(db: Db, kind: 'problem' | 'module', id: string): Promise<(Part & { isTakenDown: boolean })[]> {
  const parts = kind === 'module' ? await listModuleParts(db, id) : isId(id) ? await listProblemParts(db, id) : [];
  const ids = parts.map((part) => part.id);
  const down = await db.select({ id: takeDowns.subjectId }).from(takeDowns).where(inArray(takeDowns.subjectId, ids));
  return parts.map((part) => ({ ...part, isTakenDown: down.some((one) => one.id === part.id) }));
}

const TEXT_MAX = 100;
/** Maximum number of take-downs in the list. */
const MAX_RESULTS = 500;

const partLine = ({ kind, id, author, text, isTakenDown }: Part & { isTakenDown: boolean }) =>
  `${kind.padEnd(7)}  ${id}  ${isTakenDown ? 'taken down; ' : ''}${author}: ${text.replaceAll(/\s+/g, ' ').slice(0, TEXT_MAX)}`;

const takeDownLine = ({ kind, subjectId, reason, by, at, isMalware }: TakeDownRow) =>
  `${kind.padEnd(7)}  ${subjectId}  ${at.toISOString().slice(0, 16).replace('T', ' ')}  ${by}: ${isMalware ? 'malware; ' : ''}${reason}`;

const isKind = (word: string | undefined): word is ContentKind => CONTENT_KINDS.some((kind) => kind === word);

type ContentRequest = { show: 'problem' | 'module'; id: string } | Moderation;

/** Parses the request; undefined for the list. */
function parseRequest(input: Input): ContentRequest | undefined {
  const [verb, kind, id] = input.words;
  if (verb === undefined) return undefined;
  if (verb === 'show' && (kind === 'problem' || kind === 'module') && id !== undefined) return { show: kind, id };
  const isMalware = input.values['malware'] === true;
  const isMisplaced = isMalware && (verb !== 'take-down' || kind !== 'module');
  if ((verb === 'take-down' || verb === 'restore') && isKind(kind) && id !== undefined && !isMisplaced)
    return {
      verb,
      kind,
      id,
      isMalware,
      ...parsePublicAuditEntry(input, `${verb === 'restore' ? 'restore' : 'take down'} ${kind}`),
    };
  throw new UsageError(
    'Say what to do: nothing for the list, `show problem|module <id>`, or `take-down` or `restore` with problem, comment, module or review, its id and --why "…"; --malware is for modules that are taken down. For example: pnpm solvent content take-down comment 0190… --why "It names a private person."',
  );
}

export const content: Command = {
  usage: [
    '[--json]',
    'show problem|module <id> [--json]',
    'take-down problem|comment|module|review <id> [--malware] --why "<what its author reads>" [--reason "<for the audit>"] [--by <name>]',
    'restore problem|comment|module|review <id> --why "<why>" [--reason "<for the audit>"] [--by <name>]',
  ],
  summary: 'problems, comments, modules, reviews: take down, restore',
  words: 3,
  help: HELP,
  options: { ...JSON_OPTION, ...AUDIT_OPTIONS, malware: { type: 'boolean' } },
  async run(context, input) {
    const request = parseRequest(input);
    const config = context.settings();
    await withDatabase(config, async (db) => {
      if (request === undefined) {
        const down = await db.select().from(takeDowns).orderBy(desc(takeDowns.at)).limit(MAX_RESULTS);
        return printList(context, input, down, { text: takeDownLine, none: 'Nothing is taken down.' });
      }
      if ('verb' in request) return context.print(await moderate(transactOn(config, db), request));
      const none = `No ${request.show} has the id ${request.id}.`;
      const parts = await listParts(db, request.show, request.id);
      if (parts.length === 0) throw new StartupError(none);
      return printList(context, input, parts, { text: partLine, none });
    });
  },
};
