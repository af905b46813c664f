import { socialAuthRules } from '@solvent/contracts/rules';
import type { FastifyRequest } from 'fastify';
import { deviceOf } from './known-devices.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { App } from '../../../feature.ts';
import { signedInAnswer } from './schemas.ts';
import { socialAuth } from './social-auth.ts';

/** Who says who they are without a proof is told what a forged proof is told, not that a field is missing. */
async function refuseWithoutToken({ body }: FastifyRequest): Promise<void> {
  if (typeof body !== 'object' || body === null) return;
  if ('idToken' in body && typeof body.idToken === 'string' && body.idToken.trim() !== '') return;
  throw new AppError('identity_mismatch', 'This sign-in could not be verified. Please start again.');
}

/** POST /auth/social-auth: the ways in with GitHub and Google. */
export function socialRoutes(app: App, deps: Deps): void {
  app.post(
    '/auth/social-auth',
    {
      config: { access: 'anyone', limit: 'socialAuth' },
      preValidation: refuseWithoutToken,
      schema: { tags: ['accounts'], body: socialAuthRules, response: { 200: signedInAnswer } },
    },
    async (request) => {
      const { body } = request;
      // A login carries no role, and needs none.
      const { role = 'seeker', expertiseAreas = [], deviceToken } = body;
      const device = { ...deviceOf(request), deviceToken };
      return { user: await socialAuth(deps, { ...body, role, expertiseAreas, device }) };
    },
  );
}
