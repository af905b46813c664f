import { MODULE_STATUSES, PAGE_SIZES } from '@solvent/contracts';
import { moduleContactRules, moduleFieldsRules, moduleStatusRules, pagingFields } from '@solvent/contracts/rules';
import * as yup from 'yup';
import { signedIn } from '../../../../access/access.ts';
import type { Deps } from '../../../../deps.ts';
import type { App } from '../../../../feature.ts';
import type { FileLinks } from '../../../files/signed-links.ts';
import { answerSchema, doneSchema, json, pagingSchema } from '../../../../platform/http/answer-schema.ts';
import { LONG_BODY_LIMITS } from '../../../../platform/http/body-parsers.ts';
import { pagingOf } from '../../../../platform/http/paging.ts';
import { moduleCardFields } from '../../module-card.ts';
import { moduleAnswer, reviewSchema } from '../../module-schema.ts';
import { readModule } from '../../read-module.ts';
import { moduleParams } from '../../visible-module.ts';
import { changeContact, showsEmail } from './contact.ts';
import { changeStatus, changeTexts } from './change-module.ts';
import { deleteModule } from './delete-module.ts';
import { earningsOf } from './earnings.ts';
import { listOwn } from './list-own.ts';

const access = 'signed-in';
const config = { access, limit: 'moduleChanges' } as const;
const tags = ['modules'];

const cents = json.integer;
const ownAnswer = answerSchema({
  modules: json.list(
    json.object({
      ...moduleCardFields,
      status: json.oneOf(MODULE_STATUSES),
      review: reviewSchema,
      salesCents: cents,
      salesCount: json.integer,
    }),
  ),
  earnings: json.object({ salesCents: cents, feeCents: cents, netCents: cents, missingCents: cents, testMode: json.yes }),
  showsEmail: json.yes,
  ...pagingSchema,
});

/** GET /modules/own: the caller's modules, and what they earned. */
export function ownRoute(app: App, { db }: Deps, links: FileLinks): void {
  const querystring = yup.object(pagingFields(PAGE_SIZES.modules));
  app.get(
    '/modules/own',
    { config: { access }, schema: { tags, querystring, response: { 200: ownAnswer } } },
    async (request) => {
      const { id } = signedIn(request).user;
      const { modules, total } = await listOwn({ db, links }, id, request.query);
      return {
        modules,
        earnings: await earningsOf(db, id),
        showsEmail: await showsEmail(db, id),
        ...pagingOf(request.query, total),
      };
    },
  );
}

/** PUT /modules/own/contact: whether the caller's modules show their address. */
export function contactRoute(app: App, { db }: Deps): void {
  const schema = { tags, body: moduleContactRules, response: { 200: doneSchema } };
  app.put('/modules/own/contact', { config, schema }, async (request) => {
    await changeContact(db, signedIn(request).user.id, request.body.showsEmail);
    return {};
  });
}

/** PUT /modules/:id and its status, DELETE /modules/:id: by its author. */
export function changeRoutes(app: App, deps: Deps, links: FileLinks): void {
  const { db } = deps;
  const schema = { tags, params: moduleParams, response: { 200: moduleAnswer } };
  const answer = async (id: string, callerId: string) => ({ module: await readModule({ db, links }, id, callerId) });

  const edit = { config, bodyLimit: LONG_BODY_LIMITS.documentation, schema: { ...schema, body: moduleFieldsRules } };
  app.put('/modules/:id', edit, async (request) => {
    const asked = { idOrSlug: request.params.id, callerId: signedIn(request).user.id };
    return answer(await changeTexts(db, asked, request.body), asked.callerId);
  });

  app.put('/modules/:id/status', { config, schema: { ...schema, body: moduleStatusRules } }, async (request) => {
    const asked = { idOrSlug: request.params.id, callerId: signedIn(request).user.id };
    return answer(await changeStatus(db, asked, request.body.status), asked.callerId);
  });

  app.delete('/modules/:id', { config, schema: { ...schema, response: { 200: doneSchema } } }, async (request) => {
    await deleteModule(deps, { idOrSlug: request.params.id, callerId: signedIn(request).user.id }, request.log);
    return {};
  });
}
