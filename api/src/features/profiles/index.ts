import { switchRoleRules, updateProfileRules } from '@solvent/contracts/rules';
import { profilesQueryRules } from '@solvent/contracts/rules/queries';
import { profilesResponse, publicProfileResponse, ownUserResponse } from '@solvent/contracts/schemas';
import { changeRole, presentUser, requireCaller } from '../accounts/index.ts';
import type { Feature, FeatureRoutes } from '../../platform/http/app.ts';
import { findPeople, readProfile, updateProfile } from './service.ts';
import type { Deps } from './service.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { idParams } from '../../platform/http/params.ts';

/** Routes of product 7.3. */
const profilesFeature: Feature<Deps> = (app, deps) => {
  const { db, readRouter } = deps;
  const tags = ['accounts'];
  const schema = { tags, response: { 200: ownUserResponse } };

  app.get('/auth/profile', { config: { access: 'signed-in' }, schema }, (request) => ({
    user: presentUser(requireCaller(request).user),
  }));

  // Either verb works (product 7.3). Each is an operation of its own in the OpenAPI document.
  for (const method of ['PUT', 'PATCH'] as const)
    app.route({
      method,
      url: '/auth/profile',
      config: { access: 'signed-in', limit: 'profile' },
      schema: { ...schema, body: updateProfileRules },
      handler: async (request) => ({
        user: presentUser(await updateProfile(deps, requireCaller(request).user.id, request.body)),
      }),
    });

  const switching = { access: 'signed-in', limit: 'roles' } as const;
  app.put('/auth/switch-role', { config: switching, schema: { ...schema, body: switchRoleRules } }, async (request) => {
    const { id, role: current } = requireCaller(request).user;
    const other = current === 'seeker' ? 'solver' : 'seeker';
    const { expertiseAreas, role = other } = request.body;
    const user = await changeRole(db, id, { role, expertiseAreas });
    if (user === undefined) throw notFound('This account');
    return { user: presentUser(user) };
  });

  const shown = { tags, params: idParams, response: { 200: publicProfileResponse } };
  app.get('/auth/profile/:id', { config: { access: 'anyone' }, schema: shown }, async ({ params, caller }) => ({
    user: await readProfile(db, params.id, caller?.user.id),
  }));

  // Requested while typing, so it has the limit of searches.
  const searching = { access: 'anyone', limit: 'search' } as const;
  const found = { tags, querystring: profilesQueryRules, response: { 200: profilesResponse } };
  app.get('/auth/profiles', { config: searching, schema: found }, async ({ caller, query }) => ({
    users: await readRouter.read(caller?.user.id, (reader) => findPeople(reader, query.search)),
  }));
};

export const routes: FeatureRoutes<Deps> = { keyed: [profilesFeature] };
