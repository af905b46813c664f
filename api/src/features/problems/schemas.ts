import { CATEGORY_VALUES, PROBLEM_STATUSES } from '@solvent/contracts';
import { answerSchema, json, pagingSchema } from '../../platform/http/answer-schema.ts';

const card = {
  _id: json.id,
  title: json.text,
  description: json.text,
  category: json.oneOf(CATEGORY_VALUES),
  tags: json.list(json.text),
  bidCount: json.integer,
  status: json.oneOf(PROBLEM_STATUSES),
  budget: json.integer,
  createdAt: json.time,
  user: json.object({ _id: json.id, name: json.text, image: json.textOrNull }),
};

/** `{ problems, total }` and its paging. */
export const problemsAnswer = answerSchema({ problems: json.list(json.object(card)), total: json.integer, ...pagingSchema });

/** `{ problem }` on its own page. */
export const problemAnswer = answerSchema({
  problem: json.object({ ...card, body: json.text, viewCount: json.integer, updatedAt: json.time }),
});

/** `{ categories }`. */
export const categoriesAnswer = answerSchema({
  categories: json.list(json.object({ value: json.oneOf(CATEGORY_VALUES), label: json.text, count: json.integer })),
});
