import type { FastifyRequest } from 'fastify';
import { isOwnName } from '../../../../../scripts/setup/own-machine.mjs';
import type { Config } from '../../../platform/config/config.ts';
import { OVERRIDES_MAX } from './asked-override.ts';
import type { ForeignBuild } from './decide-overrides.ts';

/** How long an answer holds (s): a day's work. */
const HOLDS = 12 * 60 * 60;

type Settings = Pick<Config, 'env' | 'publicUrl'>;

/** As one who agrees names it, and as `?remote=` does. */
export const consentTo = ({ remote, origin }: ForeignBuild): string => `${remote}@${origin}`;

const isSecure = ({ protocol }: FastifyRequest, { publicUrl = '' }: Settings) =>
  protocol === 'https' || publicUrl.startsWith('https:');

/** Over https no neighbour of this host, such as another name of its domain, can set it. */
const cookieName = (request: FastifyRequest, settings: Settings) => (isSecure(request, settings) ? '__Host-remotes' : 'remotes');

/** What this browser's person has agreed to, as {@link consentTo} writes it. */
function readConsents(request: FastifyRequest, settings: Settings): string[] {
  const start = `${cookieName(request, settings)}=`;
  const cookie = (request.headers.cookie ?? '').split(/;\s*/).find((one) => one.startsWith(start));
  try {
    return decodeURIComponent(cookie?.slice(start.length) ?? '').split(' ');
  } catch {
    return [];
  }
}

/**
 * Of builds that the channel allows, those that the person must be asked about: such code can do whatever they can, and anybody
 * may have sent them the address. In development one's own machine is not asked about: its dev servers are what is developed.
 */
export function withoutConsent(builds: readonly ForeignBuild[], request: FastifyRequest, settings: Settings): ForeignBuild[] {
  const given = readConsents(request, settings);
  const isFree = ({ origin }: ForeignBuild) => settings.env !== 'production' && isOwnName(new URL(origin).hostname);
  return builds.filter((build) => !isFree(build) && !given.includes(consentTo(build)));
}

/** The header that remembers, in this browser alone, what its person agrees to now, besides what they did before. */
export function consentCookie(agreed: readonly string[], request: FastifyRequest, settings: Settings): string {
  const all = [...new Set([...agreed, ...readConsents(request, settings)])].filter(Boolean).slice(0, OVERRIDES_MAX);
  const secure = isSecure(request, settings) ? '; Secure' : '';
  const value = encodeURIComponent(all.join(' '));
  return `${cookieName(request, settings)}=${value}; Path=/; Max-Age=${HOLDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** Whether a form was sent by a page of this site: no other page may answer for its reader. What is no browser has no reader. */
export function isOwnForm(request: FastifyRequest, { publicUrl }: Settings): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined) return true;
  return (
    origin === `${request.protocol}://${request.host}` ||
    (URL.canParse(publicUrl ?? '') && origin === new URL(publicUrl ?? '').origin)
  );
}
