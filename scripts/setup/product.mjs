import { phases } from './phases.mjs';
import { runStep } from './run-step.mjs';
import { StartError } from './start-error.mjs';

const PASSWORD = 'solve-it-2026';

/** The channel of the working tree: LOCAL_CHANNEL of @solvent/federation/manifest. */
const LOCAL_CHANNEL = 'local';

/**
 * Selects what `npm start` serves: the working tree in its own channel, or the pinned releases of the channel in `CHANNEL`.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ channel: string, deliver: string[], note?: string }} the channel, delivery's command that prepares it, and a note
 *   for the developer
 */
export function servedChannel({ CHANNEL }) {
  if (!CHANNEL || CHANNEL === LOCAL_CHANNEL)
    return { channel: LOCAL_CHANNEL, deliver: ['deploy', '--tree', '--channel', LOCAL_CHANNEL] };
  return {
    channel: CHANNEL,
    deliver: ['deploy', '--begin', '--channel', CHANNEL],
    note: `The channel ${CHANNEL} is served as it is pinned: leave CHANNEL out to serve the working tree.`,
  };
}

/**
 * Lets the API's own program check all settings and reach all that they name. Nothing is changed by it.
 *
 * @param {Record<string, string>} [env] that the API will have, besides this process's
 * @throws StartError with all that is wrong
 */
export const checkSettings = (env = {}) =>
  phases.run('Checking the settings', async () => {
    // Tools do not get NODE_ENV, but this one checks it.
    const { NODE_ENV = '' } = process.env;
    const { code, output } = await runStep([process.execPath, 'api/dist/solvent.js', 'settings'], { env: { NODE_ENV, ...env } });
    if (code !== 0) throw new StartError(output.trimEnd());
  });

/** Prints the API's start messages (api/src/server.ts) as consecutive phases. */
function followStart() {
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
 * @param {{ deliver: string[], note?: string, env?: Record<string, string>, watch?: string[] }} options delivery's command; what to
 *   print at the end; variables and arguments of node for the API
 */
export async function runProduct(services, settings, { deliver, note, env = {}, watch = [] }) {
  const start = followStart();
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
  process.stdout.write(`${notes.join('')}${welcome(settings)}`);
}

/** @param {string[]} command of delivery @param {(detail: string) => void} report @returns {Promise<string[]>} which remotes are left out, and why */
async function publish(command, report) {
  const { code, output } = await runStep([process.execPath, 'delivery/dist/main.js', ...command], {
    onLine: (line) => report(line.replace(/^Publishing /, '')),
  });
  if (code !== 0) throw new StartError(output.trimEnd());
  return output.split('\n').filter((line) => line.includes(' is left out: '));
}

function welcome({ port, host, isDemo }) {
  const name = host === '127.0.0.1' ? 'localhost' : host;
  const lines = [
    '',
    `  Solvent    http://${name}:${port}`,
    `  Mail       http://${name}:${port}/dev/mail`,
    ...(isDemo ? ['', `  Seeker     seeker@solvent.dev  ${PASSWORD}`, `  Solver     solver@solvent.dev  ${PASSWORD}`] : []),
    '',
    '  Ctrl+C stops it.',
    '',
  ];
  return `${lines.join('\n')}\n`;
}
