import { isAbsolute } from 'node:path';
import { networkSettings, OPEN_IN_DEVELOPMENT } from '../../../scripts/setup/own-machine.mjs';
import type { Config } from '../platform/config/config.ts';
import { nodeProblem } from './supported-node.ts';

const isHttps = (url: string | undefined) => url?.startsWith('https:') ?? false;

/** Data that several servers with one Redis keep on one machine, where the others cannot read it. */
function notShared({ bucket, dataDir, releases, redisUrl }: Config): string[] {
  if (redisUrl === undefined) return [];
  const kept = [...(bucket === undefined ? ['FILES_URL'] : []), ...(isAbsolute(releases) ? ['RELEASES_URL'] : [])];
  if (kept.length === 0) return [];
  return [
    `REDIS_URL is set, as for several servers, and ${kept.join(' and ')} ${kept.length > 1 ? 'are' : 'is'} not, so that ${bucket === undefined ? `files are in ${dataDir}` : `releases are in ${releases}`} on this machine alone: set ${kept.join(' and ')} to buckets before a second server starts.`,
  ];
}

/**
 * Missing settings in production for identifying callers, sending mail, and payments. A single server with a data folder
 * lacks nothing.
 */
function ofProduction(config: Config, nodeVersion: string): string[] {
  const { publicUrl, trustProxy, payments, smtp, contactEmail } = config;
  const unsupported = nodeProblem(nodeVersion);
  const warnings = unsupported === undefined ? [] : [unsupported];
  if (isHttps(publicUrl) && trustProxy.length === 0)
    warnings.push(
      `PUBLIC_URL is https, which only a proxy in front of this server speaks, and TRUST_PROXY is empty, so that everybody counts as one caller, and one can use up the limits of all: set TRUST_PROXY to the proxy's address.`,
    );
  warnings.push(...notShared(config));
  if (smtp === undefined || contactEmail === undefined)
    warnings.push(
      'No mail is sent, so messages to the team are only stored, where "pnpm solvent messages" shows them: set SMTP_URL, MAIL_FROM and CONTACT_EMAIL to get them as letters.',
    );
  if (payments === 'none')
    warnings.push(
      'Nothing is sold, since no payment provider is configured: modules with a price are shown and cannot be bought. PAYMENTS=test takes every payment for made, and no money moves.',
    );
  if (payments === 'test')
    warnings.push('PAYMENTS is test: whoever buys a module has it, and no money moves. Leave PAYMENTS out to sell nothing.');
  return warnings;
}

function ofDevelopment({ host, publicUrl }: Config): string[] {
  const open = networkSettings({ HOST: host, PUBLIC_URL: publicUrl });
  if (open.length === 0) return [];
  return [
    `${open.join(' and ')}, and ALLOW_DEVELOPMENT_ON_NETWORK lets other machines reach what runs for development, where ${OPEN_IN_DEVELOPMENT}: leave it out unless you trust everybody who can reach this machine.`,
  ];
}

/** Settings that do not prevent a start but may have been forgotten: a sentence each, with what to do. */
export const cautions = (config: Config, nodeVersion = process.version): string[] => [
  ...config.misspelled,
  ...(config.env === 'production' ? ofProduction(config, nodeVersion) : ofDevelopment(config)),
];
