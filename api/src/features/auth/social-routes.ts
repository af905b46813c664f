import { socialAuthRules } from '@solvent/contracts/rules';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/feature.ts';
import { limit } from '../../platform/http/rate-limits.ts';
import { signedInAnswer } from './schemas.ts';
import { socialAuth } from './social-auth.ts';

/** POST /auth/social-auth: the ways in with GitHub and Google. */
export function socialRoutes(app: App, deps: Deps): void {
  app.post(
    '/auth/social-auth',
    {
      config: { access: 'anyone', rateLimit: limit('socialAuth', deps.config) },
      schema: { tags: ['accounts'], body: socialAuthRules, response: { 200: signedInAnswer } },
    },
    async ({ body, headers }) => {
      // A login carries no role, and needs none.
      const { role = 'seeker', expertiseAreas = [] } = body;
      return { user: await socialAuth(deps, { ...body, role, expertiseAreas, userAgent: headers['user-agent'] }) };
    },
  );
}
