import { CATEGORY_VALUES } from '@solvent/contracts';
import type { Category, StoredFile } from '@solvent/contracts';
import { readKey, writeKey } from '@solvent/store';

/** What the form holds while it is filled in. */
export interface ProblemValues {
  title: string;
  /** Markdown. */
  body: string;
  category: Category | '';
  tags: string[];
  /** As typed; missing while nothing is. */
  budget: string | undefined;
}

/** What a person has typed so far, and the key under which the server makes one problem of it, however often it is sent. */
export interface ProblemDraft {
  values: ProblemValues;
  /** Uploaded already. */
  attachments: StoredFile[];
  idempotencyKey: string;
}

/** What the form starts with where there is no draft. */
export type ProblemStart = Omit<ProblemDraft, 'idempotencyKey'>;

/** Where the description starts: what a solver asks for first. */
export const BODY_TEMPLATE = ['What happens', 'What should happen', 'What I tried', 'Done when']
  .map((heading) => `## ${heading}\n\n`)
  .join('\n')
  .trimEnd()
  .concat('\n');

export const EMPTY_PROBLEM: ProblemValues = { title: '', body: BODY_TEMPLATE, category: '', tags: [], budget: undefined };

export const EMPTY_START: ProblemStart = { values: EMPTY_PROBLEM, attachments: [] };

export const newDraft = (start: ProblemStart = EMPTY_START): ProblemDraft => ({ ...start, idempotencyKey: crypto.randomUUID() });

/** A new problem's draft is one for each person; of a posted one, each has its own. */
export const draftKey = (userId: string, problemId?: string): string =>
  `solvent.draft.problem.${userId}${problemId ? `.${problemId}` : ''}`;

const textOr = (given: unknown, otherwise: string): string => (typeof given === 'string' ? given : otherwise);

function readValues(given: Partial<Record<keyof ProblemValues, unknown>>): ProblemValues {
  const tags = Array.isArray(given.tags) ? given.tags.filter((tag) => typeof tag === 'string') : [];
  return {
    title: textOr(given.title, ''),
    body: textOr(given.body, BODY_TEMPLATE),
    category: CATEGORY_VALUES.find((category) => category === given.category) ?? '',
    tags,
    budget: textOr(given.budget, '') || undefined,
  };
}

const isStoredFile = (given: unknown): given is StoredFile =>
  typeof given === 'object' && given !== null && '_id' in given && 'name' in given && 'size' in given;

/** The draft of this browser under a key, or a new one. What cannot be read is as if it were not there. */
export function readDraft(key: string, start: ProblemStart = EMPTY_START): ProblemDraft {
  try {
    const saved: unknown = JSON.parse(readKey(key) ?? 'null');
    if (typeof saved !== 'object' || saved === null || !('values' in saved) || !('idempotencyKey' in saved))
      return newDraft(start);
    const { values, idempotencyKey } = saved;
    if (typeof values !== 'object' || values === null || typeof idempotencyKey !== 'string') return newDraft(start);
    const files: unknown = 'attachments' in saved ? saved.attachments : [];
    return { values: readValues(values), attachments: Array.isArray(files) ? files.filter(isStoredFile) : [], idempotencyKey };
  } catch {
    return newDraft(start);
  }
}

const idsOf = (files: readonly StoredFile[]) => files.map(({ _id }) => _id).join();

function isAsStarted({ values, attachments }: ProblemStart, start: ProblemStart): boolean {
  const same = (Object.keys(start.values) as (keyof ProblemValues)[]).every(
    (field) => String(values[field] ?? '') === String(start.values[field] ?? ''),
  );
  return same && idsOf(attachments) === idsOf(start.attachments);
}

/** An emptied description of a new problem is no text either. */
const withTemplate = ({ values, attachments }: ProblemStart): ProblemStart => ({
  values: { ...values, body: values.body || BODY_TEMPLATE },
  attachments,
});

/**
 * Keeps the draft in this browser, or removes one in which nothing stands but what the form started with.
 *
 * @returns whether there is something to keep
 */
export function keepDraft(key: string, draft: ProblemDraft, start: ProblemStart = EMPTY_START): boolean {
  const hasText = !isAsStarted(start === EMPTY_START ? withTemplate(draft) : draft, start);
  writeKey(key, hasText ? JSON.stringify(draft) : null);
  return hasText;
}

export const dropDraft = (key: string): void => writeKey(key, null);
