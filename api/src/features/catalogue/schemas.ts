import { answerSchema, json, pagingSchema } from '../../platform/http/answer-schema.ts';

const card = json.object({
  id: json.id,
  slug: json.text,
  title: json.text,
  description: json.text,
  tags: json.list(json.text),
  priceCents: json.integer,
  author: json.object({ _id: json.id, name: json.text, image: json.textOrNull }),
  rating: json.number,
  ratingCount: json.integer,
  downloads: json.integer,
  previewImage: json.textOrNull,
  version: json.text,
  releasedAt: json.time,
  updatedAt: json.time,
});

/** `{ modules, total }` and their paging. */
export const modulesAnswer = answerSchema({ modules: json.list(card), total: json.integer, ...pagingSchema });
