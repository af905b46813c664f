import { serveEmulator } from './serve-emulator.ts';
import type { Config } from '../../../api/src/platform/config/config.ts';
import { runProgram } from '../../../api/src/platform/config/run-program.ts';
import { StartupError } from '../../../api/src/platform/config/startup-error.ts';

/** Runs the local identity provider, for development only. */
async function main({ env, identity }: Config): Promise<void> {
  if (env === 'production')
    throw new StartupError('NODE_ENV is production, where the identity emulator must not run: it believes anybody.');
  if (identity.emulatorHost === undefined) {
    throw new StartupError(
      `FIREBASE_PROJECT_ID names the real project ${identity.projectId}, which needs no emulator: leave it out to use the local one.`,
    );
  }
  const emulator = await serveEmulator(identity.projectId, Number(identity.emulatorHost.split(':')[1]));
  const stop = () => void emulator.stop().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.stdout.write(`The identity emulator listens on http://${identity.emulatorHost}\n`);
}

runProgram(async (load) => main(load().config()));
