import { problemReportRules } from '@solvent/contracts/rules';
import { signedIn } from '../../../../access/access.ts';
import type { Deps } from '../../../../deps.ts';
import type { App } from '../../../../feature.ts';
import { doneSchema } from '../../../../platform/http/answer-schema.ts';
import { idParams } from '../../../../platform/http/params.ts';
import { reportProblem } from './report-problem.ts';

/** POST /problems/:id/reports. */
export function reportRoute(app: App, { db }: Deps): void {
  app.post(
    '/problems/:id/reports',
    {
      config: { access: 'signed-in', limit: 'report' },
      schema: { tags: ['problems'], params: idParams, body: problemReportRules, response: { 201: doneSchema } },
    },
    async (request, reply) => {
      await reportProblem(db, signedIn(request).user.id, request.params.id, request.body);
      reply.code(201);
      return {};
    },
  );
}
