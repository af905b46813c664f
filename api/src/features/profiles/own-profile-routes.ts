import { switchRoleRules } from '@solvent/contracts/rules';
import { signedIn } from '../../platform/access/access.ts';
import { presentUser } from '../../platform/accounts/present-user.ts';
import { userAnswer } from '../../platform/accounts/user-schema.ts';
import { changeRole } from '../../platform/accounts/users.ts';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import type { App } from '../../platform/feature.ts';

const schema = { tags: ['accounts'], response: { 200: userAnswer } };

/** GET /auth/profile and PUT /auth/switch-role. */
export function ownProfileRoutes(app: App, { db }: Deps): void {
  app.get('/auth/profile', { config: { access: 'signed-in' }, schema }, (request) => ({
    user: presentUser(signedIn(request).user),
  }));

  app.put(
    '/auth/switch-role',
    { config: { access: 'signed-in' }, schema: { ...schema, body: switchRoleRules } },
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
