import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/** The site's public origin: PUBLIC_URL, or that of the request. */
export const siteOrigin = ({ publicUrl }: Pick<Config, 'publicUrl'>, { protocol, host }: FastifyRequest): string =>
  publicUrl ?? `${protocol}://${host}`;
