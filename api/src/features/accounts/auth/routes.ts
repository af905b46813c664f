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
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as yup from 'yup';
import { requireCaller } from '../access.ts';
import { bearerToken } from '../../../platform/http/request-headers.ts';
import type { Deps } from '../deps.ts';
import type { App, Feature } from '../../../platform/http/app.ts';
import { sessions } from '../../../schema/index.ts';
import { parseDevice, deleteOldDevices, setDeviceToken, deleteExpiredSessions, endSessions, listSessions } from './sessions.ts';
import { getSignInMethods, presentSession } from './users.ts';
import { openResetLink, replacePassword, resetPassword, signIn } from './sign-in.ts';
import { identityMismatch, signUp, verifyEmail } from './sign-up.ts';
import { signInWithProvider } from './social.ts';
import { linkIdentity, registerSignInEmails, unlinkIdentity } from './sign-in-methods.ts';
import { notFound, unauthenticated } from '../../../platform/errors/app-error.ts';
import { idParams } from '../../../platform/http/params.ts';
import { deleteOldProofs } from '../../../platform/identity/proofs.ts';
import { clearBrowserCache } from '../../../platform/http/security-headers.ts';

const tags = ['accounts'];
const access = 'signed-in';
const signedIn = { 200: signedInResponse };

/** Reports a missing token like a forged one, not as a field error. */
async function assertHasToken({ body }: FastifyRequest): Promise<void> {
  if (typeof body !== 'object' || body === null) return;
  if ('idToken' in body && typeof body.idToken === 'string' && body.idToken.trim() !== '') return;
  throw identityMismatch('This sign-in could not be verified. Please start again.');
}

function signInRoutes(app: App, deps: Deps): void {
  const signUpSchema = { tags, body: signUpRules, response: { 201: signedInResponse } };
  app.post(
    '/auth/signup',
    { config: { access: 'anyone', limit: 'signUp' }, schema: signUpSchema },
    async ({ body, ip }, reply) => {
      const { name, email, password, role, expertiseAreas = [] } = body;
      reply.code(201);
      return { user: await signUp(deps, { name, email, password, role, expertiseAreas, ip }) };
    },
  );

  const verifying = { access: 'anyone', limit: 'verifyEmail', signsIn: 'link' } as const;
  const verifySchema = { tags, body: verifyEmailRules, response: signedIn };
  app.post('/auth/verify-email', { config: verifying, schema: verifySchema }, async (request) => {
    // A signed-in browser sends its session token instead of a pending token.
    const pendingToken = request.caller === null ? bearerToken(request) : undefined;
    return { user: await verifyEmail(deps, request.body, parseDevice(request), pendingToken) };
  });

  // Only failures count (passwords.ts).
  const loggingIn = { access: 'anyone', limit: 'none', signsIn: 'password' } as const;
  const loginSchema = { tags, body: loginRules, response: signedIn };
  app.post('/auth/login', { config: loggingIn, schema: loginSchema }, async (request) => {
    const { email, password, deviceToken } = request.body;
    return { user: await signIn(deps, { email, password, ip: request.ip, device: { ...parseDevice(request), deviceToken } }) };
  });

  const config = { access: 'anyone', limit: 'socialAuth', signsIn: 'social' } as const;
  const schema = { tags, body: socialAuthRules, response: signedIn };
  app.post('/auth/social-auth', { config, preValidation: assertHasToken, schema }, async (request) => {
    const { role = 'seeker', expertiseAreas = [], deviceToken } = request.body;
    const device = { ...parseDevice(request), deviceToken };
    return { user: await signInWithProvider(deps, { ...request.body, role, expertiseAreas, device }) };
  });
}

function passwordRoutes(app: App, deps: Deps): void {
  const config = { access: 'anyone', limit: 'resetPassword', signsIn: 'link' } as const;
  const linkSchema = { tags, body: resetLinkRules, response: { 200: resetLinkResponse } };
  app.post('/auth/reset-password/link', { config, schema: linkSchema }, async ({ body }) => ({
    identities: await openResetLink(deps, body),
  }));

  const resetSchema = { tags, body: resetPasswordRules, response: signedIn };
  app.post('/auth/reset-password', { config, schema: resetSchema }, async (request) => ({
    user: await resetPassword(deps, { ...request.body, ip: request.ip, device: parseDevice(request) }),
  }));

  const schema = { tags, body: changePasswordRules, response: { 200: ownUserResponse } };
  app.put('/auth/password', { config: { access, limit: 'password' }, schema }, async (request) => {
    const change = { ...request.body, ip: request.ip, device: parseDevice(request) };
    return { user: await replacePassword(deps, requireCaller(request), change) };
  });
}

const identityParams = yup.object({ type: yup.string().required(), id: yup.string().required() });

function signInMethodRoutes(app: App, deps: Deps): void {
  const schema = { tags, response: { 200: signInMethodsResponse } };
  app.get('/auth/sign-in-methods', { config: { access }, schema }, async (request) => ({
    methods: await getSignInMethods(deps.db, requireCaller(request).user),
  }));

  const linking = { config: { access, limit: 'password' }, schema: { ...schema, body: linkIdentityRules } } as const;
  app.post('/auth/identities', linking, async (request) => ({
    methods: await linkIdentity(deps, requireCaller(request), { ...request.body, ip: request.ip }),
  }));

  const unlinking = { config: { access, limit: 'sessions' }, schema: { ...schema, params: identityParams } } as const;
  app.delete('/auth/identities/:type/:id', unlinking, async (request) => ({
    methods: await unlinkIdentity(deps, requireCaller(request), request.params),
  }));
}

function sessionRoutes(app: App, { db, transact }: Deps): void {
  const config = { access, limit: 'sessions' } as const;
  const schema = { tags: ['sessions'], response: { 200: doneResponse } };

  const end = (userId: string, sessionId: string): Promise<boolean> =>
    transact((tx, events) => endSessions(tx, events, and(eq(sessions.userId, userId), eq(sessions.id, sessionId))));

  // No limit: each session can sign out once.
  app.post('/auth/logout', { config: { access, limit: 'none' }, schema }, async (request, reply) => {
    const { user, sessionId } = requireCaller(request);
    await end(user.id, sessionId);
    clearBrowserCache(reply);
    return {};
  });

  const listed = { ...schema, response: { 200: sessionsResponse } };
  app.get('/auth/sessions', { config: { access }, schema: listed }, async (request) => {
    const { user, sessionId } = requireCaller(request);
    return { sessions: (await listSessions(db, user.id)).map((session) => presentSession(session, sessionId)) };
  });

  app.delete('/auth/sessions', { config, schema }, async (request, reply) => {
    await transact((tx, events) => endSessions(tx, events, eq(sessions.userId, requireCaller(request).user.id)));
    clearBrowserCache(reply);
    return {};
  });

  app.delete('/auth/sessions/:id', { config, schema: { ...schema, params: idParams } }, async (request, reply) => {
    const { user, sessionId } = requireCaller(request);
    if (!(await end(user.id, request.params.id))) throw notFound('This session');
    if (request.params.id === sessionId) clearBrowserCache(reply);
    return {};
  });

  const claimed = { config: { access, limit: 'deviceToken' }, schema: { ...schema, body: deviceTokenRules } } as const;
  app.put('/auth/device-token', claimed, async (request) => {
    const { sessionId } = requireCaller(request);
    if (!(await setDeviceToken(db, sessionId, request.body.deviceToken))) throw unauthenticated();
    return {};
  });
}

/** Accounts and sessions (product 7.2). */
export const authFeature: Feature<Deps> = (app, deps) => {
  deps.jobs.hourly('sessions that are over', () => deleteExpiredSessions(deps.db));
  deps.jobs.hourly('old devices', () => deleteOldDevices(deps.db));
  deps.jobs.hourly('redeemed links', () => deleteOldProofs(deps.db));
  registerSignInEmails(deps);
  signInRoutes(app, deps);
  passwordRoutes(app, deps);
  signInMethodRoutes(app, deps);
  sessionRoutes(app, deps);
};
