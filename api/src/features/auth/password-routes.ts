import { changePasswordRules, resetPasswordRules } from '@solvent/contracts/rules';
import { signedIn } from '../../platform/access/access.ts';
import { userAnswer } from '../../platform/accounts/user-schema.ts';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/feature.ts';
import { replacePassword } from './change-password.ts';
import { resetPassword } from './reset-password.ts';
import { signedInAnswer, signInMethodsAnswer } from './schemas.ts';
import { methodsOf } from './sign-in-methods.ts';

/** POST /auth/reset-password, PUT /auth/password and GET /auth/sign-in-methods. */
export function passwordRoutes(app: App, deps: Deps): void {
  const tags = ['accounts'];

  app.post(
    '/auth/reset-password',
    {
      config: { access: 'anyone', limit: 'resetPassword' },
      schema: { tags, body: resetPasswordRules, response: { 200: signedInAnswer } },
    },
    async ({ body, ip, headers }) => ({
      user: await resetPassword(deps, { ...body, ip, device: { userAgent: headers['user-agent'] } }),
    }),
  );

  app.put(
    '/auth/password',
    {
      config: { access: 'signed-in', limit: 'password' },
      schema: { tags, body: changePasswordRules, response: { 200: userAnswer } },
    },
    async (request) => ({ user: await replacePassword(deps, signedIn(request), { ...request.body, ip: request.ip }) }),
  );

  app.get(
    '/auth/sign-in-methods',
    { config: { access: 'signed-in' }, schema: { tags, response: { 200: signInMethodsAnswer } } },
    async (request) => ({ methods: await methodsOf(deps.db, signedIn(request).user) }),
  );
}
