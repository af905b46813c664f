import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors/app-error.ts';
import type { App } from './app.ts';

/** RFC 9112, 3.2: Node keeps the first of several `Host` headers, while a proxy may use another one. */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  return hosts.length <= 1;
}

export function rejectMultipleHosts(app: App): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (!hasOneHost(raw)) throw new AppError('malformed', 'This request names more than one host.');
  });
}
