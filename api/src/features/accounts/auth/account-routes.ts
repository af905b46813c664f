import type { App } from '../../../feature.ts';
import type { Deps } from '../../../deps.ts';
import { loginRules, signUpRules, verifyEmailRules } from '@solvent/contracts/rules';
import { deviceOf } from './known-devices.ts';
import { bearerToken } from '../../../access/bearer-token.ts';
import { signedInAnswer } from './schemas.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { verifyEmail } from './verify-email.ts';

/** POST /auth/signup, /auth/verify-email and /auth/login: the ways in. */
export function entryRoutes(app: App, deps: Deps): void {
  const schema = { tags: ['accounts'] };

  app.post(
    '/auth/signup',
    {
      config: { access: 'anyone', limit: 'signUp' },
      schema: { ...schema, body: signUpRules, response: { 201: signedInAnswer } },
    },
    async ({ body, ip }, reply) => {
      const { name, email, password, role, expertiseAreas = [] } = body;
      reply.code(201);
      return { user: await signUp(deps, { name, email, password, role, expertiseAreas, ip }) };
    },
  );

  app.post(
    '/auth/verify-email',
    {
      config: { access: 'anyone', limit: 'verifyEmail' },
      schema: { ...schema, body: verifyEmailRules, response: { 200: signedInAnswer } },
    },
    async (request) => {
      // A browser in which somebody is signed in sends that session's token: it is no pending one.
      const pendingToken = request.caller === null ? bearerToken(request) : undefined;
      const proof = { idToken: request.body.idToken, pendingToken, device: deviceOf(request) };
      return { user: await verifyEmail(deps, proof) };
    },
  );

  app.post(
    '/auth/login',
    // Failures are counted, not tries (accounts/password-tries.ts).
    { config: { access: 'anyone', limit: 'none' }, schema: { ...schema, body: loginRules, response: { 200: signedInAnswer } } },
    async (request) => {
      const { email, password, deviceToken } = request.body;
      return { user: await signIn(deps, { email, password, ip: request.ip, device: { ...deviceOf(request), deviceToken } }) };
    },
  );
}
