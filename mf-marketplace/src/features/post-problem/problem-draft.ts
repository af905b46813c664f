import { CATEGORY_VALUES } from '@solvent/contracts';
import type { Category } from '@solvent/contracts';
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
  idempotencyKey: string;
}

/** Where the description starts: what a solver asks for first. */
export const BODY_TEMPLATE = ['What happens', 'What should happen', 'What I tried', 'Done when']
  .map((heading) => `## ${heading}\n\n`)
  .join('\n')
  .trimEnd()
  .concat('\n');

export const EMPTY_PROBLEM: ProblemValues = { title: '', body: BODY_TEMPLATE, category: '', tags: [], budget: undefined };

export const newDraft = (): ProblemDraft => ({ values: EMPTY_PROBLEM, idempotencyKey: crypto.randomUUID() });

export const draftKey = (userId: string): string => `solvent.draft.problem.${userId}`;

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

/** The person's draft of this browser, or a new one. What cannot be read is as if it were not there. */
export function readDraft(userId: string): ProblemDraft {
  try {
    const saved: unknown = JSON.parse(readKey(draftKey(userId)) ?? 'null');
    if (typeof saved !== 'object' || saved === null || !('values' in saved) || !('idempotencyKey' in saved)) return newDraft();
    const { values, idempotencyKey } = saved;
    if (typeof values !== 'object' || values === null || typeof idempotencyKey !== 'string') return newDraft();
    return { values: readValues(values), idempotencyKey };
  } catch {
    return newDraft();
  }
}

const isEmpty = ({ title, body, category, tags, budget }: ProblemValues): boolean =>
  title === '' && (body === '' || body === BODY_TEMPLATE) && category === '' && tags.length === 0 && budget === undefined;

/**
 * Keeps the draft in this browser, or removes one in which nothing stands.
 *
 * @returns whether there is something to keep
 */
export function keepDraft(userId: string, draft: ProblemDraft): boolean {
  const hasText = !isEmpty(draft.values);
  writeKey(draftKey(userId), hasText ? JSON.stringify(draft) : null);
  return hasText;
}

export const dropDraft = (userId: string): void => writeKey(draftKey(userId), null);
