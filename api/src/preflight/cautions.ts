import { isAbsolute } from 'node:path';
import { gte } from 'semver';
import { networkSettings, OPEN_IN_DEVELOPMENT } from '@solvent/setup/own-machine';
import type { Config } from '../platform/config/config.ts';

/** The oldest release line of Node that gets security fixes. `.nvmrc` has the version that the product ships. */
const OLDEST_SUPPORTED_NODE = '22.0.0';

/** @param version such as `v20.19.0` */
export const nodeProblem = (version: string): string | undefined =>
  gte(version, OLDEST_SUPPORTED_NODE)
    ? undefined
    : `This is Node ${version.replace(/^v/, '')}, which gets no security fixes any more: run production on Node 24.`;

function* listForProduction(config: Config, nodeVersion: string): Generator<string> {
  const { bucket, contactEmail, dataDir, payments, publicUrl, redisUrl, releases, smtp, trustProxy } = config;
  const unsupported = nodeProblem(nodeVersion);
  if (unsupported !== undefined) yield unsupported;
  if (publicUrl?.startsWith('https:') && trustProxy.length === 0)
    yield `PUBLIC_URL is https, so a proxy is in front of this server, and TRUST_PROXY is empty, so all users count as one client and share its limits: set TRUST_PROXY to the proxy's address.`;
  const local = [...(bucket === undefined ? ['FILES_URL'] : []), ...(isAbsolute(releases) ? ['RELEASES_URL'] : [])];
  if (redisUrl !== undefined && local.length > 0)
    yield `REDIS_URL is set, as for several servers, and ${local.join(' and ')} ${local.length > 1 ? 'are' : 'is'} not, so that ${bucket === undefined ? `files are in ${dataDir}` : `releases are in ${releases}`} on this machine alone: set ${local.join(' and ')} to buckets before a second server starts.`;
  if (smtp === undefined || contactEmail === undefined)
    yield 'No email is sent, so messages to the team are only stored ("pnpm solvent messages" shows them): set SMTP_URL, MAIL_FROM and CONTACT_EMAIL to receive them by email.';
  if (payments === 'none')
    yield 'Nothing is sold, since no payment provider is configured: modules with a price are shown and cannot be bought. PAYMENTS=test accepts every payment, and no money moves.';
  if (payments === 'test')
    yield 'PAYMENTS is test: every purchase succeeds, and no money moves. Leave PAYMENTS out to sell nothing.';
}

function* listForDevelopment({ host, publicUrl }: Config): Generator<string> {
  const open = networkSettings({ HOST: host, PUBLIC_URL: publicUrl });
  if (open.length > 0)
    yield `${open.join(' and ')}, and ALLOW_DEVELOPMENT_ON_NETWORK lets other machines reach this development server, where ${OPEN_IN_DEVELOPMENT}: leave it out unless you trust everyone who can reach this machine.`;
}

/** Settings that do not prevent a start but may have been forgotten: a sentence each, with what to do. */
export const cautions = (config: Config, nodeVersion = process.version): string[] => [
  ...config.misspelled,
  ...(config.env === 'production' ? listForProduction(config, nodeVersion) : listForDevelopment(config)),
];
