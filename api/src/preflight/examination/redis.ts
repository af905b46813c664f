import { Redis } from 'ioredis';
import type { Config } from '../../platform/config/config.ts';
import { getErrorMessage } from '../../platform/errors/error-code.ts';
import { redisProblem } from '../reach.ts';
import { fail, failed, ok, warn } from './finding.ts';
import type { Finding } from './finding.ts';

const TIMEOUT = 8000;
/** The first version with all commands that servers give. */
const OLDEST_VERSION = [6, 2] as const;

const valueOf = (info: string, name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';

function judge(info: string): Finding {
  const version = valueOf(info, 'redis_version');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_VERSION;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    return fail('redis', `Redis ${version} is older than ${OLDEST_VERSION.join('.')}: update it.`);
  const policy = valueOf(info, 'maxmemory_policy');
  const isBounded = Number(valueOf(info, 'maxmemory')) > 0;
  if (isBounded && policy.startsWith('allkeys'))
    return warn(
      'redis',
      `Redis ${version} answers, and drops what servers still need where its memory is full (maxmemory-policy ${policy}): set it to noeviction, or to volatile-ttl.`,
    );
  return ok('redis', `Redis ${version} answers.`);
}

/** Whether Redis answers, is new enough, and keeps what it is given. */
export async function examineRedis({ redisUrl }: Config): Promise<Finding> {
  if (redisUrl === undefined) return ok('redis', 'None, for one server: set REDIS_URL before a second one starts.');
  const problem = await redisProblem(redisUrl);
  if (problem !== undefined) return failed('redis', problem);
  const redis = new Redis(redisUrl, { protocol: 2, connectTimeout: TIMEOUT, commandTimeout: TIMEOUT, maxRetriesPerRequest: 0 });
  redis.on('error', () => undefined);
  try {
    return judge(await redis.info());
  } catch (error) {
    return warn(
      'redis',
      `Redis answers, and does not say how it is set (${getErrorMessage(error)}): let the user of REDIS_URL give the command INFO.`,
    );
  } finally {
    redis.disconnect();
  }
}
