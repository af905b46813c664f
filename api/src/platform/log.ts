import pino from 'pino';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { throttleFailures } from './failure-log.ts';

/** Fields that never appear in a log. */
const SECRET_FIELDS = [
  'password',
  'passwordHash',
  'token',
  'tokenHash',
  'idToken',
  'newIdToken',
  'oobCode',
  'authorization',
  'cookie',
];

/** Requests are logged without query and headers. */
export function createLogger(config: Pick<Config, 'logLevel'>, destination?: pino.DestinationStream): Logger {
  const logger: Logger = pino(
    {
      level: config.logLevel,
      redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
      serializers: {
        req: (request: { method: string; url: string; ip?: string }) => ({
          method: request.method,
          path: request.url.split('?')[0],
          ip: request.ip,
        }),
        res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
        err: serializeError,
      },
      hooks: { logMethod: throttleFailures(() => logger) },
    },
    destination,
  );
  return logger;
}

/** Drops query parameters, which may be secrets. */
function serializeError(error: Error): object {
  const cause = error.cause instanceof Error ? serializeError(error.cause) : undefined;
  const code = 'code' in error ? error.code : undefined;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const message = error.message.replace(/\nparams: [\s\S]*$/, '');
  return { type: error.name, message, code, stack: frames.join('\n'), cause };
}
