import type { Role } from '@solvent/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sessions, SignedInCaller } from './auth/sessions.ts';
import { AppError, unauthenticated } from '../../platform/errors/app-error.ts';
import { bearerToken } from '../../platform/http/request-headers.ts';

/** Users who may call a route; `anyone` includes visitors. */
export type Access = 'anyone' | 'signed-in' | Role;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    /** Null for visitors. */
    caller: SignedInCaller | null;
  }
}

const ROLE_MESSAGES: Record<Role, string> = {
  seeker: 'This action requires a seeker account.',
  solver: 'This action requires a solver account.',
};

export function requireCaller(request: FastifyRequest): SignedInCaller {
  if (request.caller === null) throw unauthenticated();
  return request.caller;
}

function assertAccess(access: Access, caller: SignedInCaller | null): void {
  if (access === 'anyone') return;
  if (caller === null) throw unauthenticated();
  if (access !== 'signed-in' && caller.user.role !== access) throw new AppError('forbidden', ROLE_MESSAGES[access]);
}

/** Requires every route of this scope to declare its access, and enforces it. */
export function registerAccess(app: FastifyInstance, sessions: Sessions): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access === undefined) throw new Error(`The route ${String(method)} ${url} must declare config.access`);
  });
  app.addHook('onRequest', async (request) => {
    const token = bearerToken(request);
    request.caller = token === undefined ? null : await sessions.find(token);
    assertAccess(request.routeOptions.config.access ?? 'signed-in', request.caller);
  });
}
