import { createStartReport, startServer } from './server.ts';
import type { StopServer } from './server.ts';
import { createLogger } from './platform/log.ts';
import { runProgram } from './platform/config/run-program.ts';
import type { Config } from './platform/config/config.ts';

async function main(config: Config): Promise<void> {
  const logger = createLogger(config);
  let stopServer: StopServer | undefined;
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    if (stopServer === undefined) {
      logger.info('The server stops before it has started');
      process.exit(0);
    }
    stopServer().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'The server did not stop cleanly');
        process.exit(1);
      },
    );
  };
  // Before the start, which may wait: process 1 of a container ignores signals without a handler.
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  stopServer = await startServer(config, logger, createStartReport(logger));
}

runProgram(async (load) => main(load().config()));
