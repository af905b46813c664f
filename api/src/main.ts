import { startServer } from './server.ts';
import { StartupError } from './platform/config/startup-error.ts';
import { createLogger } from './platform/log.ts';
import { readConfig } from './platform/config/config.ts';

/** The process: start, and a graceful stop on Ctrl+C or SIGTERM. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const logger = createLogger(config);
  const server = await startServer(config, logger);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'The server did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
