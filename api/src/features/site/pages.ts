import { randomBytes } from 'node:crypto';
import { REVISION_HEADER } from '@solvent/contracts';
import { DEVELOPMENT_CHANNEL, findPattern, NOT_FOUND_PAGE, PAGE_PLACEHOLDERS, pageFile } from '@solvent/federation/manifest';
import type { ChannelDocument } from '@solvent/federation/manifest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import { compressPage } from './compress-page.ts';
import { contentPolicy } from './content-policy.ts';
import { nothingLivePage } from './nothing-live-page.ts';
import type { LiveChannel } from './release-reader.ts';
import { runtimeConfig } from './runtime-config.ts';

/** Sends the page of the asked path: 404 with the page for unknown paths where nobody owns it. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, live: LiveChannel) => Promise<FastifyReply>;

export function pageSender(config: Config): SendPage {
  const settings = runtimeConfig(config);
  const inlined = JSON.stringify(settings).replaceAll('<', '\\u003c');
  return async (request, reply, live) => {
    const owned = findPattern(ownedPaths(live.document), pathOf(request));
    const html = await live.page(owned ? pageFile(owned.path) : NOT_FOUND_PAGE);
    const nonce = randomBytes(16).toString('base64');
    const page = html.replaceAll(PAGE_PLACEHOLDERS.nonce, nonce).replace(PAGE_PLACEHOLDERS.config, () => inlined);
    reply.header(REVISION_HEADER, live.document.revision);
    reply.header('content-security-policy', contentPolicy(nonce, settings, request, devOrigins(config)));
    return sendHtml(request, reply.code(owned ? 200 : 404), page);
  };
}

/** Says what to do where nothing is live. */
export function sendNothingLive(request: FastifyRequest, reply: FastifyReply, channel: string): Promise<FastifyReply> {
  return sendHtml(request, reply.code(503).header('retry-after', '5'), nothingLivePage(channel));
}

async function sendHtml(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  const accepted = request.headers['accept-encoding'];
  const { encoding, body } = await compressPage(html, Array.isArray(accepted) ? accepted.join() : accepted);
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .send(body);
}

/** The path without its query, as it was sent. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

const ownedPaths = ({ shell, remotes }: ChannelDocument) => [
  ...shell.paths.map((path) => ({ path })),
  ...remotes.flatMap(({ paths }) => paths),
];

/** Pages of the development channel take files from dev servers; in production there is none. */
const devOrigins = ({ env, channel }: Config): string[] =>
  env === 'production' || channel !== DEVELOPMENT_CHANNEL ? [] : ['http://localhost:*'];
