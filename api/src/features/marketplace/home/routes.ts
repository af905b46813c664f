import { CATEGORY_VALUES, NEXT_STEPS, ROLES, WORK_STEPS } from '@solvent/contracts';
import type { HomeResponse } from '@solvent/contracts';
import { json } from '@solvent/contracts/schemas';
import { personSchema, requireCaller } from '../../accounts/index.ts';
import type { Feature } from '../../../platform/http/app.ts';
import type { Deps } from '../deps.ts';
import { updateFields } from '../problems/presenter.ts';
import { readHome } from './queries.ts';
import { responseSchema } from '../../../platform/http/response-schema.ts';

const named = { _id: json.id, title: json.text };

const next = json.object({
  kind: json.oneOf(NEXT_STEPS),
  problem: json.object(named),
  count: json.integer,
  person: json.orNull(personSchema),
  at: json.orNull(json.time),
});

const work = json.object({
  problem: json.object(named),
  side: json.oneOf(ROLES),
  person: personSchema,
  amount: json.integer,
  step: json.oneOf(WORK_STEPS),
  dueAt: json.time,
});

const question = json.object({
  _id: json.id,
  problem: json.object(named),
  author: personSchema,
  content: json.text,
  createdAt: json.time,
});

const bid = json.object({
  _id: json.id,
  amount: json.integer,
  estimatedDays: json.integer,
  createdAt: json.time,
  problem: json.object({ ...named, budget: json.integer, bidCount: json.integer }),
});

const match = json.object({
  ...named,
  category: json.oneOf(CATEGORY_VALUES),
  tags: json.list(json.text),
  bidCount: json.integer,
  budget: json.integer,
  createdAt: json.time,
});

const homeResponse = responseSchema<HomeResponse>(
  json.object({
    next: json.list(next),
    work: json.list(work),
    problems: json.list(json.object({ ...named, ...updateFields, budget: json.integer, createdAt: json.time })),
    questions: json.list(question),
    bids: json.list(bid),
    matches: json.list(match),
    ratings: json.list(json.object({ problem: json.object(named), person: personSchema, until: json.time })),
    totals: json.object({
      work: json.integer,
      openProblems: json.integer,
      questions: json.integer,
      pendingBids: json.integer,
      posted: json.integer,
      bid: json.integer,
    }),
  }),
);

/** GET /home (product 7.19). */
export const homeFeature: Feature<Deps> = (app, { db }) => {
  app.get('/home', { config: { access: 'signed-in' }, schema: { tags: ['home'], response: { 200: homeResponse } } }, (request) =>
    readHome(db, requireCaller(request).user),
  );
};
