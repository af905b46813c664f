import type { ProblemReview } from '@solvent/contracts';
import { rateRules } from '@solvent/contracts/rules/actions';
import { json } from '@solvent/contracts/schemas';
import { requireCaller } from '../../accounts/index.ts';
import type { Feature } from '../../../platform/http/app.ts';
import type { Deps } from '../deps.ts';
import { problemReviewSchema } from './queries.ts';
import { rateOther } from './service.ts';
import { responseSchema } from '../../../platform/http/response-schema.ts';
import { idParams } from '../../../platform/http/params.ts';

const reviewResponse = responseSchema<{ review: ProblemReview }>(json.object({ review: problemReviewSchema }));

export const reviewsFeature: Feature<Deps> = (app, deps) => {
  app.post(
    '/problems/:id/reviews',
    {
      config: { access: 'signed-in', limit: 'reviews' },
      schema: { tags: ['reviews'], params: idParams, body: rateRules, response: { 201: reviewResponse } },
    },
    async (request, reply) => {
      const problemId = request.params.id;
      const review = await rateOther(deps, { problemId, authorId: requireCaller(request).user.id, body: request.body });
      reply.code(201);
      return { review };
    },
  );
};
