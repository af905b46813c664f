import { startServer } from './server.ts';
import { createLogger } from './platform/log.ts';
import { runProgram } from './platform/config/run-program.ts';
import type { Config } from './platform/config/config.ts';

/** The process: start, and a graceful stop on Ctrl+C or SIGTERM. */
async function main(config: Config): Promise<void> {
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

runProgram((settings) => main(settings()));
