import * as yup from 'yup';
import { PAGE_SIZES } from '@solvent/contracts';
import { pagingFields } from '@solvent/contracts/rules';
import { signedIn } from '../../../../access/access.ts';
import type { Deps } from '../../../../deps.ts';
import type { App } from '../../../../feature.ts';
import type { FileLinks } from '../../../files/signed-links.ts';
import { doneSchema } from '../../../../platform/http/answer-schema.ts';
import { pagingOf } from '../../../../platform/http/paging.ts';
import { presentModuleCard } from '../../module-card.ts';
import { previewFor } from '../../module-media.ts';
import { moduleParams } from '../../visible-module.ts';
import { moduleListAnswer } from '../schemas.ts';
import { forgetModule, listSaved, saveModule } from './saved-modules.ts';

const access = 'signed-in';
const config = { access, limit: 'saving' } as const;
const tags = ['modules'];
const savedQuery = yup.object(pagingFields(PAGE_SIZES.modules));

/** PUT, DELETE /modules/:id/save and GET /modules/saved. */
export function savedRoutes(app: App, { db }: Deps, links: FileLinks): void {
  const schema = { tags, params: moduleParams, response: { 200: doneSchema } };

  app.put('/modules/:id/save', { config, schema }, async (request) => {
    await saveModule(db, signedIn(request).user.id, request.params.id);
    return {};
  });

  app.delete('/modules/:id/save', { config, schema }, async (request) => {
    await forgetModule(db, signedIn(request).user.id, request.params.id);
    return {};
  });

  app.get(
    '/modules/saved',
    { config: { access }, schema: { tags, querystring: savedQuery, response: { 200: moduleListAnswer } } },
    async (request) => {
      const { cards, total } = await listSaved(db, signedIn(request).user.id, request.query);
      const modules = cards.map((card) => ({ ...presentModuleCard(card), previewImage: previewFor(card, links) }));
      return { modules, ...pagingOf(request.query, total) };
    },
  );
}
