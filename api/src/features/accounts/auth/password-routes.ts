import { changePasswordRules, resetPasswordRules } from '@solvent/contracts/rules';
import { signedIn } from '../../../access/access.ts';
import { deviceOf } from './known-devices.ts';
import { userAnswer } from './user-schema.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../feature.ts';
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
    async (request) => ({
      user: await resetPassword(deps, { ...request.body, ip: request.ip, device: deviceOf(request) }),
    }),
  );

  app.put(
    '/auth/password',
    {
      config: { access: 'signed-in', limit: 'password' },
      schema: { tags, body: changePasswordRules, response: { 200: userAnswer } },
    },
    async (request) => {
      const change = { ...request.body, ip: request.ip, device: deviceOf(request) };
      return { user: await replacePassword(deps, signedIn(request), change) };
    },
  );

  app.get(
    '/auth/sign-in-methods',
    { config: { access: 'signed-in' }, schema: { tags, response: { 200: signInMethodsAnswer } } },
    async (request) => ({ methods: await methodsOf(deps.db, signedIn(request).user) }),
  );
}
