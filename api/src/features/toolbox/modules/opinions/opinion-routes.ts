import * as yup from 'yup';
import { opinionReplyRules, opinionRules, opinionsQueryRules } from '@solvent/contracts/rules';
import { signedIn } from '../../../../access/access.ts';
import type { Deps } from '../../../../deps.ts';
import type { App } from '../../../../feature.ts';
import { pagingOf } from '../../../../platform/http/paging.ts';
import { findVisible, moduleParams } from '../../visible-module.ts';
import { isId } from '../../../../platform/realtime/is-id.ts';
import { opinionAnswer, opinionsAnswer } from '../schemas.ts';
import { answerOpinion } from './answer-opinion.ts';
import { listOpinions } from './list-opinions.ts';
import { sayOpinion } from './say-opinion.ts';

const tags = ['modules'];
const replyParams = moduleParams.shape({ reviewId: yup.string().required().test('id', isId) });

/** GET and POST /modules/:id/reviews, PUT /modules/:id/reviews/:reviewId/answer. */
export function opinionRoutes(app: App, { db }: Deps): void {
  const limited = { access: 'signed-in', limit: 'reviews' } as const;

  app.get(
    '/modules/:id/reviews',
    {
      config: { access: 'anyone' },
      schema: { tags, params: moduleParams, querystring: opinionsQueryRules, response: { 200: opinionsAnswer } },
    },
    async ({ params, query, caller }) => {
      const { id } = await findVisible(db, params.id, caller?.user.id);
      const { reviews, total } = await listOpinions(db, id, query);
      return { reviews, total, ...pagingOf(query, total) };
    },
  );

  app.post(
    '/modules/:id/reviews',
    {
      config: limited,
      schema: { tags, params: moduleParams, body: opinionRules, response: { 200: opinionAnswer, 201: opinionAnswer } },
    },
    async (request, reply) => {
      const { params, body } = request;
      const { review, isNew } = await sayOpinion(db, { userId: signedIn(request).user.id, idOrSlug: params.id, body });
      reply.code(isNew ? 201 : 200);
      return { review };
    },
  );

  app.put(
    '/modules/:id/reviews/:reviewId/answer',
    { config: limited, schema: { tags, params: replyParams, body: opinionReplyRules, response: { 200: opinionAnswer } } },
    async (request) => {
      const { params, body } = request;
      const which = { userId: signedIn(request).user.id, idOrSlug: params.id, reviewId: params.reviewId };
      return { review: await answerOpinion(db, { ...which, text: body.text }) };
    },
  );
}
