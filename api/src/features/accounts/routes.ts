import { Readable } from 'node:stream';
import { deleteAccountRules } from '@solvent/contracts/rules/actions';
import { doneResponse } from '@solvent/contracts/schemas';
import { requireCaller } from './access.ts';
import type { Deps } from './deps.ts';
import type { App, Feature } from '../../platform/http/app.ts';
import { clearBrowserCache } from '../../platform/http/security-headers.ts';
import { deleteAccount } from './deletion/delete-account.ts';
import { buildExportSchemas, getExportFileName, streamUserExport } from './export/document.ts';

const tags = ['accounts'];

function exportRoute(app: App, { db, accountHooks: { exporters } }: Deps): void {
  const schemas = buildExportSchemas(exporters);
  app.get(
    '/auth/export',
    {
      config: { access: 'signed-in', limit: 'export' },
      schema: { tags, response: { 200: schemas.document } },
    },
    async (request, reply) => {
      const { user } = requireCaller(request);
      const now = new Date();
      const name = getExportFileName(now);
      const pieces = streamUserExport(db, user, now, exporters, (part) => {
        const schema = schemas.parts[part];
        if (schema === undefined) throw new Error(`The export has no schema of "${part}"`);
        return reply.compileSerializationSchema(schema);
      });
      return reply
        .headers({ 'content-disposition': `attachment; filename="${name}"`, 'content-type': 'application/json; charset=utf-8' })
        .send(Readable.from(pieces));
    },
  );
}

function deletionRoute(app: App, deps: Deps): void {
  app.post(
    '/auth/delete-account',
    {
      config: { access: 'signed-in', limit: 'password' },
      schema: { tags, body: deleteAccountRules, response: { 200: doneResponse } },
    },
    async (request, reply) => {
      const { user, sessionId } = requireCaller(request);
      await deleteAccount(deps, request.log, user, { ...request.body, ip: request.ip, sessionId });
      clearBrowserCache(reply);
      return {};
    },
  );
}

export const accountFeature: Feature<Deps> = (app, deps) => {
  exportRoute(app, deps);
  deletionRoute(app, deps);
};
