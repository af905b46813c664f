import type { PublicProfile } from '@solvent/contracts';
import { switchRoleRules, updateProfileRules } from '@solvent/contracts/rules';
import { profilesQueryRules } from '@solvent/contracts/rules/queries';
import { profilesResponse, publicProfileResponse, ownUserResponse } from '@solvent/contracts/schemas';
import { changeRole, presentPublicFields, presentUser, requireCaller } from '../accounts/index.ts';
import type { Deps } from './deps.ts';
import type { App, Feature } from '../../platform/http/app.ts';
import { findPeople, findProfile, isDeletedUser, updateProfile } from './service.ts';
import type { Profile } from './service.ts';
import { gone, notFound } from '../../platform/errors/app-error.ts';
import { idParams } from '../../platform/http/params.ts';

function presentProfile({ person, stats, verified, reviews, solvedWork, blockedByMe }: Profile): PublicProfile {
  return {
    ...presentPublicFields(person),
    memberSince: person.createdAt.toISOString(),
    verified,
    stats,
    reviews: reviews.map(({ createdAt, ...review }) => ({ ...review, createdAt: createdAt.toISOString() })),
    solvedWork: solvedWork.map(({ solvedAt, ...work }) => ({ ...work, solvedAt: solvedAt.toISOString() })),
    blockedByMe,
  };
}

const schema = { tags: ['accounts'], response: { 200: ownUserResponse } };

function ownProfileRoutes(app: App, deps: Deps): void {
  app.get('/auth/profile', { config: { access: 'signed-in' }, schema }, (request) => ({
    user: presentUser(requireCaller(request).user),
  }));

  app.route({
    // Either verb works (product 7.3).
    method: ['PUT', 'PATCH'],
    url: '/auth/profile',
    config: { access: 'signed-in', limit: 'profile' },
    schema: { ...schema, body: updateProfileRules },
    handler: async (request) => ({
      user: presentUser(await updateProfile(deps, request.log, requireCaller(request).user.id, request.body)),
    }),
  });
}

function switchRoleRoute(app: App, { db }: Deps): void {
  app.put(
    '/auth/switch-role',
    { config: { access: 'signed-in', limit: 'roles' }, schema: { ...schema, body: switchRoleRules } },
    async (request) => {
      const { id, role: current } = requireCaller(request).user;
      const other = current === 'seeker' ? 'solver' : 'seeker';
      const { expertiseAreas, role = other } = request.body;
      const user = await changeRole(db, id, { role, expertiseAreas });
      if (user === undefined) throw notFound('This account');
      return { user: presentUser(user) };
    },
  );
}

function publicProfileRoute(app: App, { db }: Deps): void {
  app.get(
    '/auth/profile/:id',
    { config: { access: 'anyone' }, schema: { tags: ['accounts'], params: idParams, response: { 200: publicProfileResponse } } },
    async ({ params, caller }) => {
      const profile = await findProfile(db, params.id, new Date(), caller?.user.id);
      if (profile === undefined) throw (await isDeletedUser(db, params.id)) ? gone('This profile') : notFound('This profile');
      return { user: presentProfile(profile) };
    },
  );
}

/** Requested while typing, so it has the limit of searches. */
function peopleRoute(app: App, { readRouter }: Deps): void {
  app.get(
    '/auth/profiles',
    {
      config: { access: 'anyone', limit: 'search' },
      schema: { tags: ['accounts'], querystring: profilesQueryRules, response: { 200: profilesResponse } },
    },
    async ({ caller, query }) => ({ users: await readRouter.read(caller?.user.id, (db) => findPeople(db, query.search)) }),
  );
}

/** Product 7.3. */
export const profilesFeature: Feature<Deps> = (app, deps) => {
  ownProfileRoutes(app, deps);
  switchRoleRoute(app, deps);
  publicProfileRoute(app, deps);
  peopleRoute(app, deps);
};
