import { APP_KEY_HEADER } from '@solvent/contracts';
import type { onRequestAsyncHookHandler } from 'fastify';
import { AppError } from '../errors/app-error.ts';

/** Rejects requests that do not name a known client application (product 11.4). This is not authentication. */
export function requireAppKey(appKey: string): onRequestAsyncHookHandler {
  return async (request) => {
    if (request.headers[APP_KEY_HEADER] !== appKey) {
      throw new AppError('unknown_client', `This request does not name a known client in the header ${APP_KEY_HEADER}.`);
    }
  };
}
