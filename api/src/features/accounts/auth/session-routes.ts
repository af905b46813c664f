import { deviceTokenRules } from '@solvent/contracts/rules';
import { signedIn } from '../../../access/access.ts';
import { setDeviceToken } from './device-tokens.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import type { App } from '../../../feature.ts';
import { doneSchema } from '../../../platform/http/answer-schema.ts';
import { idParams } from '../../../platform/http/params.ts';
import { forgetCopies } from '../../../platform/http/security-headers.ts';
import { presentSession } from './presenter.ts';
import { sessionsAnswer } from './schemas.ts';

/** POST /auth/logout; GET and DELETE /auth/sessions and DELETE /auth/sessions/:id. */
export function sessionRoutes(app: App, { sessions, transact }: Deps): void {
  const config = { access: 'signed-in', limit: 'sessions' } as const;
  const tags = ['sessions'];

  const end = (userId: string, sessionId: string): Promise<boolean> =>
    transact((tx, events) => sessions.end(tx, events, userId, sessionId));

  // Each session can do it once.
  const leaving = { access: 'signed-in', limit: 'none' } as const;
  app.post('/auth/logout', { config: leaving, schema: { tags, response: { 200: doneSchema } } }, async (request, reply) => {
    const { user, sessionId } = signedIn(request);
    await end(user.id, sessionId);
    forgetCopies(reply);
    return {};
  });

  app.get(
    '/auth/sessions',
    { config: { access: 'signed-in' }, schema: { tags, response: { 200: sessionsAnswer } } },
    async (request) => {
      const { user, sessionId } = signedIn(request);
      return { sessions: (await sessions.list(user.id)).map((session) => presentSession(session, sessionId)) };
    },
  );

  app.delete('/auth/sessions', { config, schema: { tags, response: { 200: doneSchema } } }, async (request, reply) => {
    await transact((tx, events) => sessions.endAll(tx, events, signedIn(request).user.id));
    forgetCopies(reply);
    return {};
  });

  app.delete(
    '/auth/sessions/:id',
    { config, schema: { tags, params: idParams, response: { 200: doneSchema } } },
    async (request, reply) => {
      const { user, sessionId } = signedIn(request);
      if (!(await end(user.id, request.params.id))) throw notFound('This session');
      if (request.params.id === sessionId) forgetCopies(reply);
      return {};
    },
  );
}

/** PUT /auth/device-token: where pushes for this session go. */
export function deviceTokenRoute(app: App, { db }: Deps): void {
  app.put(
    '/auth/device-token',
    {
      config: { access: 'signed-in', limit: 'deviceToken' },
      schema: { tags: ['sessions'], body: deviceTokenRules, response: { 200: doneSchema } },
    },
    async (request) => {
      const { user, sessionId } = signedIn(request);
      const session = { userId: user.id, id: sessionId };
      if (!(await setDeviceToken(db, session, request.body.deviceToken)))
        throw new AppError('unauthenticated', 'Please sign in to go on.');
      return {};
    },
  );
}
