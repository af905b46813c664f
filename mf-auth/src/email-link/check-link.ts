import { ApiError, http } from '@solvent/http';
import { identity } from '../identity/identity.ts';

/**
 * A proof uses the link up, whatever becomes of it: so the server is asked first whether it is there. Only no answer and
 * a failing server count; that something between keeps the question out says nothing about the rest.
 *
 * @throws ApiError when the server cannot be reached or fails
 */
export async function reachServer(): Promise<void> {
  try {
    await http.get('/health/ready');
  } catch (error) {
    if (error instanceof ApiError && error.status > 0 && error.status < 500) return;
    throw error;
  }
}

/**
 * Whether the link can be used now, without using it up.
 *
 * @throws IdentityError or ApiError with the reason
 */
export async function checkLink(href: string): Promise<void> {
  await Promise.all([identity.checkEmailLink(href), reachServer()]);
}
