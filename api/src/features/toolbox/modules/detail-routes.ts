import * as yup from 'yup';
import { pagingFields } from '@solvent/contracts/rules';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../feature.ts';
import type { FileLinks } from '../../files/signed-links.ts';
import { pagingOf } from '../../../platform/http/paging.ts';
import { presentModuleCard } from '../module-card.ts';
import { moduleAnswer } from '../module-schema.ts';
import { readModule } from '../read-module.ts';
import { findVisible, moduleParams } from '../visible-module.ts';
import { listRelated } from './related-modules.ts';
import { moduleListAnswer } from './schemas.ts';

/** So many stand beside a module. */
const RELATED = 4;
const relatedQuery = yup.object(pagingFields(RELATED));

const config = { access: 'anyone' } as const;

/** GET /modules/:id and GET /modules/:id/related. */
export function detailRoutes(app: App, { db }: Deps, links: FileLinks): void {
  const schema = { tags: ['modules'], params: moduleParams };

  app.get('/modules/:id', { config, schema: { ...schema, response: { 200: moduleAnswer } } }, async ({ params, caller }) => ({
    module: await readModule({ db, links }, params.id, caller?.user.id),
  }));

  app.get(
    '/modules/:id/related',
    { config, schema: { ...schema, querystring: relatedQuery, response: { 200: moduleListAnswer } } },
    async ({ params, query, caller }) => {
      const module = await findVisible(db, params.id, caller?.user.id);
      const { cards, total } = await listRelated(db, module.id, query);
      return { modules: cards.map(presentModuleCard), ...pagingOf(query, total) };
    },
  );
}
