import { phases } from './phases.mjs';
import { runStep } from './run-step.mjs';
import { StartError } from './start-error.mjs';

const DEMO_PASSWORD = 'solve-it-2026';

/** The channel of the working tree, as in @solvent/federation/manifest. */
const LOCAL_CHANNEL = 'local';

/**
 * Chooses what `npm start` serves: the working tree in its own channel, or the releases of the channel in `CHANNEL`.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ channel: string, deliver: string[], note?: string }} the channel, the command of delivery that prepares it, and a
 *   note for the developer
 */
export function chooseChannel({ CHANNEL }) {
  if (!CHANNEL || CHANNEL === LOCAL_CHANNEL)
    return { channel: LOCAL_CHANNEL, deliver: ['deploy', '--tree', '--channel', LOCAL_CHANNEL] };
  return {
    channel: CHANNEL,
    deliver: ['deploy', '--begin', '--channel', CHANNEL],
    note: `Serving the releases of the channel ${CHANNEL}. Unset CHANNEL to serve the working tree.`,
  };
}

/**
 * Runs the API's command that checks all settings and connects to all services. Changes nothing.
 *
 * @param {Record<string, string>} [env] additional variables of the API
 * @throws StartError with all errors
 */
export const checkSettings = (env = {}) =>
  phases.run('Checking the settings', async () => {
    // runStep removes NODE_ENV, but this command checks it.
    const { NODE_ENV = '' } = process.env;
    const { code, output } = await runStep([process.execPath, 'api/dist/solvent.js', 'settings'], { env: { NODE_ENV, ...env } });
    if (code !== 0) throw new StartError(output.trimEnd());
  });

/** Prints the API's start messages (api/src/server.ts) as consecutive phases. */
function trackStart() {
  let title = 'Starting the server';
  let phase = phases.begin(title);
  return {
    /** @param {{ starting?: { step: string, detail?: string } }} message */
    onMessage({ starting }) {
      if (!starting) return;
      if (starting.step !== title) {
        phase.done();
        title = starting.step;
        phase = phases.begin(title);
      }
      if (starting.detail) phase.report(starting.detail);
    },
    done: () => phase.done(),
    failed: () => phase.failed(),
  };
}

/**
 * Publishes the builds, starts the identity emulator and the API, and prints the addresses once they answer.
 *
 * @param {import('./services.mjs').Services} services
 * @param {import('./settings.mjs').Settings} settings
 * @param {{ deliver: string[], note?: string, env?: Record<string, string>, watch?: string[] }} options `deliver` is a command of
 *   delivery; `note` is printed at the end; `env` and `watch` are variables and Node arguments of the API
 */
export async function runProduct(services, settings, { deliver, note, env = {}, watch = [] }) {
  const start = trackStart();
  services.start('The identity emulator', ['dev/identity/dist/main.js'], { quiet: true });
  services.start('The API', [...watch, 'api/dist/main.js'], {
    env: { LOG_LEVEL: process.env.LOG_LEVEL || 'warn', ...env },
    onMessage: start.onMessage,
  });
  const address = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${settings.port}`;
  const started = Promise.all([
    services.ready(`${address}/api/health/ready`),
    services.ready(`http://127.0.0.1:${settings.identityPort}/`),
  ]).then(start.done, (error) => {
    start.failed();
    throw error;
  });
  const [leftOut] = await Promise.all([phases.run('Publishing', (report) => publish(deliver, report)), started]);
  const notes = [...leftOut, ...(note ? [note] : [])].map((text) => `\n  ${text}\n`);
  process.stdout.write(`${notes.join('')}${formatWelcome(settings)}`);
}

/**
 * @param {string[]} command of delivery @param {(detail: string) => void} report
 * @returns {Promise<string[]>} messages about omitted remotes
 */
async function publish(command, report) {
  const { code, output } = await runStep([process.execPath, 'delivery/dist/main.js', ...command], {
    onLine: (line) => report(line.replace(/^Publishing /, '')),
  });
  if (code !== 0) throw new StartError(output.trimEnd());
  return output.split('\n').filter((line) => line.includes(' is left out: '));
}

function formatWelcome({ port, host, isDemo }) {
  const name = host === '127.0.0.1' ? 'localhost' : host;
  const lines = [
    '',
    `  Solvent    http://${name}:${port}`,
    `  Mail       http://${name}:${port}/dev/mail`,
    ...(isDemo
      ? ['', `  Seeker     seeker@solvent.dev  ${DEMO_PASSWORD}`, `  Solver     solver@solvent.dev  ${DEMO_PASSWORD}`]
      : []),
    '',
    '  Ctrl+C stops it.',
    '',
  ];
  return `${lines.join('\n')}\n`;
}
