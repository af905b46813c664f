import { serveEmulator } from './identity-emulator/serve-emulator.ts';
import { readConfig } from './platform/config/config.ts';
import { StartupError } from './platform/config/startup-error.ts';

/** The process of the local identity provider: development only. */
async function main(): Promise<void> {
  const { env, identity } = readConfig(process.env);
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

main().catch((error: unknown) => {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
