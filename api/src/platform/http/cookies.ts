import type { FastifyRequest } from 'fastify';

/** Returns the value of a request's cookie, still encoded. */
export const readCookie = ({ headers }: FastifyRequest, name: string): string | undefined =>
  (headers.cookie ?? '')
    .split(/;\s*/)
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);
