import { networkSettings, OPEN_IN_DEVELOPMENT } from '../../../scripts/setup/own-machine.mjs';
import type { Config } from '../platform/config/config.ts';
import { nodeProblem } from './supported-node.ts';

const isHttps = (url: string | undefined) => url?.startsWith('https:') ?? false;

/** What a deployment lacks for more than one server on one machine, or for people to pay and be told apart. */
function ofProduction(config: Config, nodeVersion: string): string[] {
  const { publicUrl, trustProxy, bucket, dataDir, redisUrl, payments, smtp, contactEmail } = config;
  const unsupported = nodeProblem(nodeVersion);
  const said = unsupported === undefined ? [] : [unsupported];
  if (isHttps(publicUrl) && trustProxy.length === 0)
    said.push(
      `PUBLIC_URL is https, which only a proxy in front of this server speaks, and TRUST_PROXY is empty, so that everybody counts as one caller, and one can use up the limits of all: set TRUST_PROXY to the proxy's address.`,
    );
  if (bucket === undefined)
    said.push(
      `Files are kept in ${dataDir} on this machine alone, where other servers do not find them: set FILES_URL to a bucket, or back that folder up and run one server.`,
    );
  if (redisUrl === undefined)
    said.push(
      'REDIS_URL is not set, so this server knows of no other: set it before a second one runs on this database, or events of one do not reach the people on the other.',
    );
  if (smtp === undefined || contactEmail === undefined)
    said.push(
      'No mail is sent, so messages to the team are only stored, where "pnpm solvent messages" shows them: set SMTP_URL, MAIL_FROM and CONTACT_EMAIL to get them as letters.',
    );
  if (payments === 'none')
    said.push(
      'Nothing is sold, since no payment provider is configured: modules with a price are shown and cannot be bought. PAYMENTS=test takes every payment for made, and no money moves.',
    );
  if (payments === 'test')
    said.push('PAYMENTS is test: whoever buys a module has it, and no money moves. Leave PAYMENTS out to sell nothing.');
  return said;
}

function ofDevelopment({ host, publicUrl }: Config): string[] {
  const open = networkSettings({ HOST: host, PUBLIC_URL: publicUrl });
  if (open.length === 0) return [];
  return [
    `${open.join(' and ')}, and ALLOW_DEVELOPMENT_ON_NETWORK lets other machines reach what runs for development, where ${OPEN_IN_DEVELOPMENT}: leave it out unless you trust everybody who can reach this machine.`,
  ];
}

/** What is no reason not to start and may have been forgotten: a sentence each, with what to do. */
export const cautions = (config: Config, nodeVersion = process.version): string[] =>
  config.env === 'production' ? ofProduction(config, nodeVersion) : ofDevelopment(config);
