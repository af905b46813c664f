import { PURCHASE_LICENSES } from '@solvent/contracts';
import { answerSchema, json, pagingSchema } from '../../../platform/http/answer-schema.ts';
import { moduleCardFields } from '../module-card.ts';
import { opinionSchema } from '../opinions.ts';

/** `{ modules }` and its paging. */
export const moduleListAnswer = answerSchema({ modules: json.list(json.object(moduleCardFields)), ...pagingSchema });

/** `{ purchase }`. */
export const purchaseAnswer = answerSchema({
  purchase: json.object({
    _id: json.id,
    moduleId: json.id,
    license: json.oneOf(PURCHASE_LICENSES),
    priceCents: json.integer,
    testMode: json.yes,
    createdAt: json.time,
  }),
});

/** `{ reviews, total }` and its paging. */
export const opinionsAnswer = answerSchema({ reviews: json.list(opinionSchema), total: json.integer, ...pagingSchema });

/** `{ review }`. */
export const opinionAnswer = answerSchema({ review: opinionSchema });
