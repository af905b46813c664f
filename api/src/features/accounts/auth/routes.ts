import { changePasswordRules, loginRules, signUpRules } from '@solvent/contracts/rules';
import {
  deviceTokenRules,
  linkIdentityRules,
  resetLinkRules,
  resetPasswordRules,
  verifyEmailRules,
} from '@solvent/contracts/rules/actions';
import { socialAuthRules } from '@solvent/contracts/rules/social';
import {
  doneResponse,
  resetLinkResponse,
  sessionsResponse,
  signedInResponse,
  signInMethodsResponse,
  ownUserResponse,
} from '@solvent/contracts/schemas';
import type { FastifyRequest } from 'fastify';
import * as yup from 'yup';
import { requireCaller } from '../access.ts';
import { bearerToken } from '../../../platform/http/request-headers.ts';
import type { Deps } from '../deps.ts';
import type { App, Feature } from '../../../platform/http/app.ts';
import { parseDevice, deleteOldDevices, setDeviceToken } from './devices.ts';
import { getSignInMethods } from './identities.ts';
import { deleteExpiredSessions } from './sessions.ts';
import { openResetLink, replacePassword, resetPassword, signIn } from './sign-in.ts';
import { identityMismatch, signUp, verifyEmail } from './sign-up.ts';
import { signInWithProvider } from './social.ts';
import { presentSession } from './users.ts';
import { linkIdentity, registerSignInEmails, unlinkIdentity } from './sign-in-methods.ts';
import { notFound, unauthenticated } from '../../../platform/errors/app-error.ts';
import { idParams } from '../../../platform/http/params.ts';
import { deleteOldProofs } from '../../../platform/identity/proofs.ts';
import { clearBrowserCache } from '../../../platform/http/security-headers.ts';

function signInRoutes(app: App, deps: Deps): void {
  const schema = { tags: ['accounts'] };

  app.post(
    '/auth/signup',
    {
      config: { access: 'anyone', limit: 'signUp' },
      schema: { ...schema, body: signUpRules, response: { 201: signedInResponse } },
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
      config: { access: 'anyone', limit: 'verifyEmail', signsIn: 'link' },
      schema: { ...schema, body: verifyEmailRules, response: { 200: signedInResponse } },
    },
    async (request) => {
      // A signed-in browser sends its session token instead of a pending token.
      const pendingToken = request.caller === null ? bearerToken(request) : undefined;
      return { user: await verifyEmail(deps, { ...request.body, pendingToken, device: parseDevice(request) }) };
    },
  );

  app.post(
    '/auth/login',
    // Only failures count (passwords.ts).
    {
      config: { access: 'anyone', limit: 'none', signsIn: 'password' },
      schema: { ...schema, body: loginRules, response: { 200: signedInResponse } },
    },
    async (request) => {
      const { email, password, deviceToken } = request.body;
      return { user: await signIn(deps, { email, password, ip: request.ip, device: { ...parseDevice(request), deviceToken } }) };
    },
  );
}

function passwordRoutes(app: App, deps: Deps): void {
  const tags = ['accounts'];

  app.post(
    '/auth/reset-password/link',
    {
      config: { access: 'anyone', limit: 'resetPassword', signsIn: 'link' },
      schema: { tags, body: resetLinkRules, response: { 200: resetLinkResponse } },
    },
    async ({ body }) => ({ identities: await openResetLink(deps, body) }),
  );

  app.post(
    '/auth/reset-password',
    {
      config: { access: 'anyone', limit: 'resetPassword', signsIn: 'link' },
      schema: { tags, body: resetPasswordRules, response: { 200: signedInResponse } },
    },
    async (request) => ({
      user: await resetPassword(deps, { ...request.body, ip: request.ip, device: parseDevice(request) }),
    }),
  );

  app.put(
    '/auth/password',
    {
      config: { access: 'signed-in', limit: 'password' },
      schema: { tags, body: changePasswordRules, response: { 200: ownUserResponse } },
    },
    async (request) => {
      const change = { ...request.body, ip: request.ip, device: parseDevice(request) };
      return { user: await replacePassword(deps, requireCaller(request), change) };
    },
  );
}

const identityParams = yup.object({ type: yup.string().required(), id: yup.string().required() });

function signInMethodRoutes(app: App, deps: Deps): void {
  const tags = ['accounts'];
  const response = { 200: signInMethodsResponse };

  app.get('/auth/sign-in-methods', { config: { access: 'signed-in' }, schema: { tags, response } }, async (request) => ({
    methods: await getSignInMethods(deps.db, requireCaller(request).user),
  }));

  app.post(
    '/auth/identities',
    { config: { access: 'signed-in', limit: 'password' }, schema: { tags, body: linkIdentityRules, response } },
    async (request) => ({ methods: await linkIdentity(deps, requireCaller(request), { ...request.body, ip: request.ip }) }),
  );

  app.delete(
    '/auth/identities/:type/:id',
    { config: { access: 'signed-in', limit: 'sessions' }, schema: { tags, params: identityParams, response } },
    async (request) => ({ methods: await unlinkIdentity(deps, requireCaller(request), request.params) }),
  );
}

function sessionRoutes(app: App, { sessions, transact }: Deps): void {
  const config = { access: 'signed-in', limit: 'sessions' } as const;
  const tags = ['sessions'];

  const end = (userId: string, sessionId: string): Promise<boolean> =>
    transact((tx, events) => sessions.end(tx, events, userId, sessionId));

  app.post(
    '/auth/logout',
    // No limit: each session can sign out once.
    { config: { access: 'signed-in', limit: 'none' }, schema: { tags, response: { 200: doneResponse } } },
    async (request, reply) => {
      const { user, sessionId } = requireCaller(request);
      await end(user.id, sessionId);
      clearBrowserCache(reply);
      return {};
    },
  );

  app.get(
    '/auth/sessions',
    { config: { access: 'signed-in' }, schema: { tags, response: { 200: sessionsResponse } } },
    async (request) => {
      const { user, sessionId } = requireCaller(request);
      return { sessions: (await sessions.list(user.id)).map((session) => presentSession(session, sessionId)) };
    },
  );

  app.delete('/auth/sessions', { config, schema: { tags, response: { 200: doneResponse } } }, async (request, reply) => {
    await transact((tx, events) => sessions.endAll(tx, events, requireCaller(request).user.id));
    clearBrowserCache(reply);
    return {};
  });

  app.delete(
    '/auth/sessions/:id',
    { config, schema: { tags, params: idParams, response: { 200: doneResponse } } },
    async (request, reply) => {
      const { user, sessionId } = requireCaller(request);
      if (!(await end(user.id, request.params.id))) throw notFound('This session');
      if (request.params.id === sessionId) clearBrowserCache(reply);
      return {};
    },
  );
}

function deviceTokenRoute(app: App, { db }: Deps): void {
  app.put(
    '/auth/device-token',
    {
      config: { access: 'signed-in', limit: 'deviceToken' },
      schema: { tags: ['sessions'], body: deviceTokenRules, response: { 200: doneResponse } },
    },
    async (request) => {
      const { user, sessionId } = requireCaller(request);
      const session = { userId: user.id, id: sessionId };
      if (!(await setDeviceToken(db, session, request.body.deviceToken))) throw unauthenticated();
      return {};
    },
  );
}

/** Reports a missing token like a forged one, not as a field error. */
async function assertHasToken({ body }: FastifyRequest): Promise<void> {
  if (typeof body !== 'object' || body === null) return;
  if ('idToken' in body && typeof body.idToken === 'string' && body.idToken.trim() !== '') return;
  throw identityMismatch('This sign-in could not be verified. Please start again.');
}

function socialRoutes(app: App, deps: Deps): void {
  app.post(
    '/auth/social-auth',
    {
      config: { access: 'anyone', limit: 'socialAuth', signsIn: 'social' },
      preValidation: assertHasToken,
      schema: { tags: ['accounts'], body: socialAuthRules, response: { 200: signedInResponse } },
    },
    async (request) => {
      const { body } = request;
      const { role = 'seeker', expertiseAreas = [], deviceToken } = body;
      const device = { ...parseDevice(request), deviceToken };
      return { user: await signInWithProvider(deps, { ...body, role, expertiseAreas, device }) };
    },
  );
}

/** Accounts and sessions (product 7.2). */
export const authFeature: Feature<Deps> = (app, deps) => {
  deps.jobs.hourly('sessions that are over', () => deleteExpiredSessions(deps.db));
  deps.jobs.hourly('old devices', () => deleteOldDevices(deps.db));
  deps.jobs.hourly('redeemed links', () => deleteOldProofs(deps.db));
  registerSignInEmails(deps);
  signInRoutes(app, deps);
  socialRoutes(app, deps);
  passwordRoutes(app, deps);
  signInMethodRoutes(app, deps);
  sessionRoutes(app, deps);
  deviceTokenRoute(app, deps);
};
