import { json } from '@solvent/contracts/schemas';
import { findRelease, openChannel } from '@solvent/releases';
import type { FastifyRequest } from 'fastify';
import type { Deps } from './deps.ts';
import type { Feature } from '../../platform/http/app.ts';
import { readProduct } from '../../platform/config/product.ts';
import { createCache } from '../../platform/cache/cache.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { diskProblem } from '../../platform/objects/data-disk.ts';
import { withTimeout } from '../../platform/with-timeout.ts';

const TIMEOUT_MS = 2000;

/** Requests within this interval share one check, since any client can send them. */
const CHECK_INTERVAL_MS = 1000;

const MISSING_KEY = 'solvent-readiness';

/** The server stays ready without these. */
const OPTIONAL_DEPENDENCIES = ['redis', 'releases', 'files', 'disk'] as const;
type OptionalDependency = (typeof OPTIONAL_DEPENDENCIES)[number];

/** Whether the request has a forwarding header, and from a trusted proxy. */
const FORWARDED_STATES = ['none', 'trusted', 'untrusted'] as const;
type Forwarded = (typeof FORWARDED_STATES)[number];

const unready = (message: string, cause?: unknown) => new AppError('unavailable', message, { cause, retryAfter: 5 });

const orUnready = <Value>(what: string, work: Promise<Value>, message: string): Promise<Value> =>
  withTimeout(TIMEOUT_MS, what, work).catch((cause: unknown) => {
    throw unready(message, cause);
  });

const assertDatabase = ({ ping }: Deps): Promise<unknown> => orUnready('The database', ping(), 'The database does not answer.');

/** Pages need a release and the files of its shell. Both are cached, so later outages of the store are harmless. */
async function assertRelease({ readLiveChannel, releaseReader, config: { channel, role } }: Deps): Promise<void> {
  if (role === 'worker') return;
  const live =
    readLiveChannel.cached() ??
    (await orUnready('The release store', readLiveChannel(), `No release of the channel ${channel} can be read.`));
  if (live === undefined) throw unready(`Nothing is live in the channel ${channel}.`);
  const { version } = live.document.shell;
  const message = `The files of shell@${version}, which is live in the channel ${channel}, cannot be read.`;
  await orUnready('The release store', releaseReader.requireShell(version), message);
}

/** The reason is public: it contains no URL and no path. */
interface Degraded {
  name: OptionalDependency;
  reason: string;
}

const reasonIfFails = (reason: string, operation: Promise<unknown>): Promise<string | undefined> =>
  withTimeout(TIMEOUT_MS, 'This', operation).then(
    () => undefined,
    () => reason,
  );

/** Reads the channel and the live shell's release.json from the store itself, bypassing all caches. */
async function readStore({ releases, readLiveChannel, config }: Deps): Promise<void> {
  await openChannel(releases, config.channel).current();
  const version = readLiveChannel.cached()?.document.shell.version;
  if (version !== undefined) await findRelease(releases, 'shell', version);
}

const readDiskProblem = async ({ dataDisk }: Deps): Promise<string | undefined> =>
  dataDisk &&
  (await withTimeout(TIMEOUT_MS, 'The disk', dataDisk()).then(diskProblem, () => 'The disk of the data folder cannot be read.'));

async function findDegraded(deps: Deps): Promise<Degraded[]> {
  const { redis, files } = deps;
  const reasons: Record<OptionalDependency, Promise<string | undefined>> = {
    redis: reasonIfFails('Redis does not answer.', redis?.ping() ?? Promise.resolve()),
    releases: reasonIfFails('The release store cannot be read.', readStore(deps)),
    files: reasonIfFails('The file store does not answer.', files.exists(MISSING_KEY)),
    disk: readDiskProblem(deps),
  };
  const found = await Promise.all(
    OPTIONAL_DEPENDENCIES.map(async (name) => {
      const reason = await reasons[name];
      return reason === undefined ? [] : [{ name, reason }];
    }),
  );
  return found.flat();
}

const liveResponse = json.object({ health: json.oneOf(['live']) });
const readyResponse = json.object(
  { health: json.oneOf(['ready']), version: json.text },
  { degraded: json.list(json.oneOf(OPTIONAL_DEPENDENCIES)), reasons: json.list(json.text) },
);
const addressResponse = json.object({ address: json.text, forwarded: json.oneOf(FORWARDED_STATES) });

function getClientAddress({ ip, ips, headers }: FastifyRequest): { address: string; forwarded: Forwarded } {
  if ((headers['x-forwarded-for'] ?? headers.forwarded) === undefined) return { address: ip, forwarded: 'none' };
  return { address: ip, forwarded: (ips?.length ?? 1) > 1 ? 'trusted' : 'untrusted' };
}

export const healthFeature: Feature<Deps> = (app, deps) => {
  const { version } = readProduct();
  app.get('/health/live', { schema: { tags: ['health'], response: { 200: liveResponse } } }, () => ({ health: 'live' as const }));

  app.get('/health/address', { schema: { tags: ['health'], response: { 200: addressResponse } } }, (request) =>
    getClientAddress(request),
  );

  const checks = createCache<{ degraded: Degraded[] } | { unready: AppError }>({ size: 1, ttlMs: CHECK_INTERVAL_MS });
  const check = () =>
    checks.fetch('ready', async () => {
      try {
        const [degraded] = await Promise.all([findDegraded(deps), assertDatabase(deps), assertRelease(deps)]);
        return { degraded };
      } catch (error) {
        if (error instanceof AppError) return { unready: error };
        throw error;
      }
    });

  app.get('/health/ready', { schema: { tags: ['health'], response: { 200: readyResponse } } }, async () => {
    if (deps.stopping.aborted) throw unready('This server is about to stop.');
    const found = await check();
    if ('unready' in found) throw found.unready;
    const { degraded } = found;
    const ready = { health: 'ready' as const, version };
    if (degraded.length === 0) return ready;
    return { ...ready, degraded: degraded.map(({ name }) => name), reasons: degraded.map(({ reason }) => reason) };
  });
};
