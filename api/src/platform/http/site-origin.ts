import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/** Where people find this site: as the settings say it, else where it is asked. Such as `https://solvent.example`. */
export const siteOrigin = ({ publicUrl }: Pick<Config, 'publicUrl'>, { protocol, host }: FastifyRequest): string =>
  publicUrl ?? `${protocol}://${host}`;
