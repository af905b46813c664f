import { once } from 'node:events';
import { request as ask } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestCaller } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Begins a POST over a connection of its own to an application that listens: what is sent of it, and when, is up to the test. */
export function startPost({ app, config }: TestApp, as: TestCaller, path: string, headers: object): ClientRequest {
  // A TCP server's address is an object.
  const { port } = app.server.address() as AddressInfo;
  const all = { ...headers, ...as.headers, 'x-app-key': config.appKey };
  return ask({ port, host: '127.0.0.1', method: 'POST', path, headers: all }).on('error', () => undefined);
}

/** The next request, as the server has it. */
export async function nextRequest({ app }: TestApp): Promise<IncomingMessage> {
  // What a server says of a request.
  const [incoming] = (await once(app.server, 'request')) as [IncomingMessage];
  return incoming;
}

/** The status that the client hears. */
export async function waitForStatus(request: ClientRequest): Promise<number | undefined> {
  // What a client hears.
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response.resume().statusCode;
}

/** Asks again and again until it is so; the test's own time limit ends it. */
export async function waitUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
