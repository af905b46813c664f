import type { Role } from '@solvent/contracts';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { Sessions, SignedInCaller } from './features/accounts/auth/sessions.ts';
import { AppError, unauthenticated } from './platform/errors/app-error.ts';
import { bearerToken } from './platform/http/bearer-token.ts';

/** Who may call a route: anybody (signed in or not), anybody signed in, or one role. */
export type Access = 'anyone' | 'signed-in' | Role;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    /** Who calls; null for the signed-out. */
    caller: SignedInCaller | null;
  }
}

const ROLE_NEEDED: Record<Role, string> = {
  seeker: 'This needs a seeker account.',
  solver: 'This needs a solver account.',
};

/** Who calls a route that only the signed-in reach. */
export function requireCaller(request: FastifyRequest): SignedInCaller {
  if (request.caller === null) throw unauthenticated();
  return request.caller;
}

function check(access: Access, caller: SignedInCaller | null): void {
  if (access === 'anyone') return;
  if (caller === null) throw unauthenticated();
  if (access !== 'signed-in' && caller.user.role !== access) throw new AppError('forbidden', ROLE_NEEDED[access]);
}

function refuseUndeclared(route: RouteOptions): void {
  if (route.config?.access === undefined)
    throw new Error(`The route ${String(route.method)} ${route.url} does not say who may call it (config.access)`);
}

/** Makes every route of this scope say who may call it, and holds it to that. */
export function registerAccess(app: FastifyInstance, sessions: Sessions): void {
  app.addHook('onRoute', refuseUndeclared);
  app.addHook('onRequest', async (request) => {
    const token = bearerToken(request);
    request.caller = token === undefined ? null : await sessions.find(token);
    check(request.routeOptions.config.access ?? 'signed-in', request.caller);
  });
}
