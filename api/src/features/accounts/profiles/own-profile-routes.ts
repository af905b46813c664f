import { switchRoleRules, updateProfileRules } from '@solvent/contracts/rules';
import { signedIn } from '../../../access/access.ts';
import { presentUser } from '../auth/present-user.ts';
import { userAnswer } from '../auth/user-schema.ts';
import { changeRole } from '../auth/users.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import type { App } from '../../../feature.ts';
import { updateProfile } from './update-profile.ts';

const schema = { tags: ['accounts'], response: { 200: userAnswer } };

/** GET and PUT /auth/profile. PATCH is the same call: which one a client sends is not certain (spec 7). */
export function ownProfileRoutes(app: App, deps: Deps): void {
  app.get('/auth/profile', { config: { access: 'signed-in' }, schema }, (request) => ({
    user: presentUser(signedIn(request).user),
  }));

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/auth/profile',
    config: { access: 'signed-in', limit: 'profile' },
    schema: { ...schema, body: updateProfileRules },
    handler: async (request) => ({
      user: presentUser(await updateProfile(deps, request.log, signedIn(request).user.id, request.body)),
    }),
  });
}

/** PUT /auth/switch-role. */
export function switchRoleRoute(app: App, { db }: Deps): void {
  app.put(
    '/auth/switch-role',
    { config: { access: 'signed-in', limit: 'roles' }, schema: { ...schema, body: switchRoleRules } },
    async (request) => {
      const { id, role: current } = signedIn(request).user;
      const other = current === 'seeker' ? 'solver' : 'seeker';
      const { expertiseAreas, role = other } = request.body;
      const user = await changeRole(db, id, { role, expertiseAreas });
      if (user === undefined) throw notFound('This account');
      return { user: presentUser(user) };
    },
  );
}
