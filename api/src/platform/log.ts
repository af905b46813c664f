import pino from 'pino';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { countOften } from './failure-log.ts';

/** Names under which secrets travel: never in a log, wherever they stand. */
const SECRETS = ['password', 'passwordHash', 'token', 'tokenHash', 'idToken', 'newIdToken', 'oobCode', 'authorization', 'cookie'];

/** Structured logs on standard output. Requests are told by method and path, without their query and headers. */
export function createLogger(config: Pick<Config, 'logLevel'>, destination?: pino.DestinationStream): Logger {
  const logger: Logger = pino(
    {
      level: config.logLevel,
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
      serializers: {
        req: (request: { method: string; url: string; ip?: string }) => ({
          method: request.method,
          path: request.url.split('?')[0],
          ip: request.ip,
        }),
        res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
        err: errorWithoutParameters,
      },
      hooks: { logMethod: countOften(() => logger) },
    },
    destination,
  );
  return logger;
}

/** The database driver repeats a failed query's parameters in its error, and they may be secrets. */
function errorWithoutParameters(error: Error): object {
  const cause = error.cause instanceof Error ? errorWithoutParameters(error.cause) : undefined;
  const code = 'code' in error ? error.code : undefined;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const message = error.message.replace(/\nparams: [\s\S]*$/, '');
  return { type: error.name, message, code, stack: frames.join('\n'), cause };
}
