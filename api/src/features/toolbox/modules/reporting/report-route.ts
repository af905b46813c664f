import { moduleReportRules } from '@solvent/contracts/rules';
import type { Deps } from '../../../../deps.ts';
import type { App } from '../../../../feature.ts';
import { doneSchema } from '../../../../platform/http/answer-schema.ts';
import { moduleParams } from '../../visible-module.ts';
import { reportModule } from './report-module.ts';

/** POST /modules/:id/reports, also by visitors. */
export function reportRoute(app: App, { db }: Deps): void {
  app.post(
    '/modules/:id/reports',
    {
      config: { access: 'anyone', limit: 'report' },
      schema: { tags: ['modules'], params: moduleParams, body: moduleReportRules, response: { 201: doneSchema } },
    },
    async (request, reply) => {
      await reportModule(db, request.caller?.user.id, request.params.id, request.body);
      reply.code(201);
      return {};
    },
  );
}
