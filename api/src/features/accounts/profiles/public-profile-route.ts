import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import type { App } from '../../../feature.ts';
import { idParams } from '../../../platform/http/params.ts';
import { presentProfile } from './presenter.ts';
import { findProfile } from './repository.ts';
import { profileAnswer } from './schemas.ts';

/** GET /auth/profile/:id: what anybody may see of a person. Who deleted the account is not there. */
export function publicProfileRoute(app: App, { db }: Deps): void {
  app.get(
    '/auth/profile/:id',
    { config: { access: 'anyone' }, schema: { tags: ['accounts'], params: idParams, response: { 200: profileAnswer } } },
    async ({ params }) => {
      const profile = await findProfile(db, params.id, new Date());
      if (profile === undefined) throw notFound('This profile');
      return { user: presentProfile(profile) };
    },
  );
}
