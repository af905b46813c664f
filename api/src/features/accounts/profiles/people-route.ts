import { profilesQueryRules } from '@solvent/contracts/rules';
import { ROLES } from '@solvent/contracts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../feature.ts';
import { answerSchema, json } from '../../../platform/http/answer-schema.ts';
import { findPeople } from './find-people.ts';

const person = { _id: json.id, name: json.text, image: json.textOrNull, role: json.oneOf(ROLES), headline: json.text };
const profilesAnswer = answerSchema({ users: json.list(json.object(person)) });

/** GET /auth/profiles: people by name, for who nearly knows it; asked while one types, so it is limited as searching is. */
export function peopleRoute(app: App, { db }: Deps): void {
  app.get(
    '/auth/profiles',
    {
      config: { access: 'anyone', limit: 'search' },
      schema: { tags: ['accounts'], querystring: profilesQueryRules, response: { 200: profilesAnswer } },
    },
    async ({ query }) => ({ users: await findPeople(db, query.search) }),
  );
}
