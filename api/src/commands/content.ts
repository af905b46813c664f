import { CONTENT_KINDS, cutText } from '@solvent/contracts';
import type { ContentKind } from '@solvent/contracts';
import { desc, sql } from 'drizzle-orm';
import { moderateComment, moderatePersonReview, moderateProblem } from '../features/marketplace/index.ts';
import type { TakeDown } from '../features/moderation/index.ts';
import { moderateModuleReview, restoreModule, takeDownModule } from '../features/toolbox/index.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Db } from '../platform/db/connect.ts';
import { isId } from '../platform/is-id.ts';
import type { Transact } from '../platform/outbox/outbox.ts';
import { takeDowns } from '../schema/index.ts';
import type { TakeDownRow } from '../schema/index.ts';
import { recordAuditEntry, parsePublicAuditEntry } from './audit.ts';
import type { AuditEntry } from './audit.ts';
import { formatTime, printList, databaseCommand } from './command.ts';

const MODERATE: Record<ContentKind, typeof moderateProblem> = {
  problem: moderateProblem,
  comment: moderateComment,
  module: (tx, events, id, takeDown) =>
    takeDown === undefined ? restoreModule(tx, events, id) : takeDownModule(tx, events, id, takeDown),
  review: async (...args) => (await moderatePersonReview(...args)) ?? moderateModuleReview(...args),
};

/**
 * Takes content down, or restores it without a `takeDown`. The id of a module may be its slug.
 * @throws StartupError if there is no such content; AppError if the action is not possible now
 */
export async function moderate(
  transact: Transact,
  { kind, id, takeDown, entry }: { kind: ContentKind; id: string; takeDown: TakeDown | undefined; entry: AuditEntry },
): Promise<string> {
  const missing = new StartupError(`No published ${kind} has the id ${id}: "pnpm solvent content show" lists ids.`);
  if (kind !== 'module' && !isId(id)) throw missing;
  const subjectId = await transact(async (tx, events) => {
    const moderated = await MODERATE[kind](tx, events, id, takeDown);
    if (moderated !== undefined) await recordAuditEntry(tx, entry, moderated.subjectId);
    return moderated?.subjectId;
  });
  if (subjectId === undefined) throw missing;
  return `The ${kind} ${subjectId} is ${takeDown === undefined ? 'visible again' : 'taken down'}. Its author is notified.`;
}

interface ContentItem {
  kind: ContentKind;
  id: string;
  author: string;
  text: string;
  isTakenDown: boolean;
}

/** Queries for the items of a list: `place` is their order by kind, and ids are in order of creation. */
const ITEMS = {
  problem: (id: string) => sql`
    SELECT 'problem' AS kind, 0 AS place, id, user_id AS author_id, title AS text FROM problems WHERE id = ${id}
    UNION ALL SELECT 'comment', 1, id, author_id, content FROM comments WHERE problem_id = ${id} AND content <> ''
    UNION ALL SELECT 'review', 2, id, author_id, text FROM person_reviews WHERE problem_id = ${id}`,
  module: (idOrSlug: string) => sql`
    WITH found AS (SELECT * FROM modules WHERE id::text = ${idOrSlug} OR slug = ${idOrSlug})
    SELECT 'module' AS kind, 0 AS place, id, author_id, title AS text FROM found
    UNION ALL SELECT 'review', 1, id, user_id, text FROM module_reviews WHERE module_id IN (SELECT id FROM found)`,
};

/** Lists a problem or a module with its comments and reviews; an empty list if it does not exist. */
export async function listContentItems(db: Db, kind: 'problem' | 'module', id: string): Promise<ContentItem[]> {
  if (kind === 'problem' && !isId(id)) return [];
  const { rows } = await db.execute<ContentItem & Record<string, unknown>>(sql`
    SELECT item.kind, item.id, users.name AS author, item.text,
      EXISTS (SELECT FROM take_downs WHERE subject_id = item.id) AS "isTakenDown"
    FROM (${ITEMS[kind](id)}) AS item JOIN users ON users.id = item.author_id ORDER BY item.place, item.id`);
  return rows;
}

const MAX_EXCERPT_LENGTH = 100;
const MAX_RESULTS = 500;

const formatItem = ({ kind, id, author, text, isTakenDown }: ContentItem) =>
  `${kind.padEnd(7)}  ${id}  ${isTakenDown ? 'taken down; ' : ''}${author}: ${cutText(text.replaceAll(/\s+/g, ' '), MAX_EXCERPT_LENGTH)}`;

const formatTakeDown = ({ kind, subjectId, reason, by, at, isMalware }: TakeDownRow) =>
  `${kind.padEnd(7)}  ${subjectId}  ${formatTime(at)}  ${by}: ${isMalware ? 'malware; ' : ''}${reason}`;

export const content = databaseCommand({
  usage: [
    '[--json]',
    'show problem|module <id> [--json]',
    'take-down problem|comment|module|review <id> [--malware] --why "<reason for the author>" [--reason "<internal reason>"] [--by <name>]',
    'restore problem|comment|module|review <id> --why "<reason for the author>" [--reason "<internal reason>"] [--by <name>]',
  ],
  summary: 'take down or restore problems, comments, modules and reviews',
  help: `Takes down a published problem, comment, module or review, or restores it. Its author is notified and reads the reason in --why; a
separate --reason is for operators only. Taken-down content is hidden from everyone else: pages, lists, search, counts, files, sitemap.

  pnpm solvent content show problem 0190…                   ids of its comments and ratings; of a module: of its reviews
  pnpm solvent content take-down comment 0190… --why "It names a private person."

Problems are named by the id in their URL, modules by slug or id. Work on a problem continues: its poster and its solver still see it.
Buyers keep a module and can download it, except with --malware: then no one can, and everyone who has it is warned. If a taken-down
module turns out to be harmful, take it down again with --malware.`,
  parse(input) {
    const [verb, word, id] = input.words;
    if (verb === undefined)
      return async ({ db }) => {
        const down = await db.select().from(takeDowns).orderBy(desc(takeDowns.at)).limit(MAX_RESULTS);
        printList(input, down, { text: formatTakeDown, emptyText: 'No content is taken down.' });
      };
    const kind = CONTENT_KINDS.find((one) => one === word);
    if (kind === undefined || id === undefined) return undefined;
    if (verb === 'show' && (kind === 'problem' || kind === 'module'))
      return async ({ db }) => {
        const items = await listContentItems(db, kind, id);
        if (items.length === 0) throw new StartupError(`No ${kind} has the id ${id}.`);
        printList(input, items, { text: formatItem });
      };
    if (verb !== 'take-down' && verb !== 'restore') return undefined;
    const isMalware = input.values['malware'] === true;
    if (isMalware && (verb !== 'take-down' || kind !== 'module')) return undefined;
    const { why, entry } = parsePublicAuditEntry(input, `${verb === 'restore' ? 'restore' : 'take down'} ${kind}`);
    const takeDown = verb === 'restore' ? undefined : { by: entry.by, reason: why, isMalware };
    return ({ transact }) => moderate(transact, { kind, id, takeDown, entry });
  },
});
