import { once } from 'node:events';
import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { TestCaller } from './factories.ts';
import { getPort } from './listen.ts';
import type { TestApp } from './test-app.ts';

/** Starts a POST to a listening application. The test writes the body. */
export function startPost({ app, config }: TestApp, as: TestCaller, path: string, headers: object): ClientRequest {
  const all = { ...headers, ...as.headers, 'x-app-key': config.appKey };
  return request({ port: getPort(app.server), host: '127.0.0.1', method: 'POST', path, headers: all }).on(
    'error',
    () => undefined,
  );
}

export async function nextRequest({ app }: TestApp): Promise<IncomingMessage> {
  const [incoming] = (await once(app.server, 'request')) as [IncomingMessage];
  return incoming;
}

export async function waitForStatus(post: ClientRequest): Promise<number | undefined> {
  const [response] = (await once(post, 'response')) as [IncomingMessage];
  return response.resume().statusCode;
}
