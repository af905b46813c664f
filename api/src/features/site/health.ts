import { json } from '@solvent/contracts/schemas';
import { openChannel } from '@solvent/releases';
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

const unready = (message: string, cause?: unknown) => new AppError('unavailable', message, { cause, retryAfter: 5 });

const requireInTime = <Value>(work: Promise<Value>, message: string): Promise<Value> =>
  withTimeout(TIMEOUT_MS, 'A check', work).catch((cause: unknown) => {
    throw unready(message, cause);
  });

/** Pages need a release and the files of its shell. Both are cached, so later outages of the store are harmless. */
async function assertRelease({ readLiveChannel, releaseReader, config: { channel, role } }: Deps): Promise<void> {
  if (role === 'worker') return;
  const unreadable = `No release of the channel ${channel} can be read.`;
  const live = readLiveChannel.cached() ?? (await requireInTime(readLiveChannel(), unreadable));
  if (live === undefined) throw unready(`Nothing is live in the channel ${channel}.`);
  const { version } = live.document.shell;
  const message = `The files of shell@${version}, which is live in the channel ${channel}, cannot be read.`;
  await requireInTime(releaseReader.requireShell(version), message);
}

/** Finds the reasons why the server is degraded. They are public, so they contain no URL and no path. */
async function findDegraded({ redis, releases, files, dataDisk, config }: Deps) {
  const check = async (name: (typeof OPTIONAL_DEPENDENCIES)[number], work: () => Promise<unknown>, failure: string) => {
    const reason = await withTimeout(TIMEOUT_MS, 'A check', work()).catch(() => failure);
    return typeof reason === 'string' ? [{ name, reason }] : [];
  };
  const readDisk = async () => {
    const disk = await dataDisk?.();
    return disk && diskProblem(disk);
  };
  const found = await Promise.all([
    check('redis', async () => redis?.ping(), 'Redis does not answer.'),
    check('releases', openChannel(releases, config.channel).current, 'The release store cannot be read.'),
    check('files', () => files.exists(MISSING_KEY), 'The file store does not answer.'),
    check('disk', readDisk, 'The disk of the data folder cannot be read.'),
  ]);
  return found.flat();
}

const liveResponse = json.object({ health: json.oneOf(['live']) });
const readyResponse = json.object(
  { health: json.oneOf(['ready']), version: json.text },
  { degraded: json.list(json.oneOf(OPTIONAL_DEPENDENCIES)), reasons: json.list(json.text) },
);
const addressResponse = json.object({ address: json.text, forwarded: json.oneOf(['none', 'trusted', 'untrusted']) });

/** Returns whether the request has a forwarding header, and whether that is from a trusted proxy. */
function findForwarded({ ips, headers }: FastifyRequest): 'none' | 'trusted' | 'untrusted' {
  if ((headers['x-forwarded-for'] ?? headers.forwarded) === undefined) return 'none';
  return (ips?.length ?? 1) > 1 ? 'trusted' : 'untrusted';
}

export const healthFeature: Feature<Deps> = (app, deps) => {
  const { version } = readProduct();
  app.get('/health/live', { schema: { tags: ['health'], response: { 200: liveResponse } } }, () => ({ health: 'live' as const }));

  app.get('/health/address', { schema: { tags: ['health'], response: { 200: addressResponse } } }, (request) => ({
    address: request.ip,
    forwarded: findForwarded(request),
  }));

  /** Caches failures, too, so that requests during an outage share a check. */
  const checks = createCache<PromiseSettledResult<Awaited<ReturnType<typeof findDegraded>>>>({
    size: 1,
    ttlMs: CHECK_INTERVAL_MS,
  });
  const check = async () => {
    const database = requireInTime(deps.ping(), 'The database does not answer.');
    const [degraded] = await Promise.all([findDegraded(deps), database, assertRelease(deps)]);
    return degraded;
  };

  app.get('/health/ready', { schema: { tags: ['health'], response: { 200: readyResponse } } }, async () => {
    if (deps.stopping.aborted) throw unready('This server is about to stop.');
    const checked = await checks.fetch('ready', async () => (await Promise.allSettled([check()]))[0]);
    if (checked.status === 'rejected') throw checked.reason;
    const degraded = checked.value;
    const ready = { health: 'ready' as const, version };
    if (degraded.length === 0) return ready;
    return { ...ready, degraded: degraded.map(({ name }) => name), reasons: degraded.map(({ reason }) => reason) };
  });
};
