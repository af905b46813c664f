import { runStep } from './run-step.mjs';
import { StartError } from './start-error.mjs';

const PASSWORD = 'solve-it-2026';

/**
 * Lets the API's own program check all settings and reach all that they name. Nothing is changed by it.
 *
 * @param {Record<string, string>} [env] that the API will have, besides this process's
 * @throws StartError with all that is wrong
 */
export async function checkSettings(env = {}) {
  // Tools are not told of NODE_ENV; this one checks it.
  const { NODE_ENV = '' } = process.env;
  const { code, output } = await runStep([process.execPath, 'api/dist/solvent.js', 'settings'], { env: { NODE_ENV, ...env } });
  if (code !== 0) throw new StartError(output.trimEnd());
}

/**
 * Publishes what is built, starts the identity emulator and the API, and says where to go once they answer.
 *
 * @param {import('./services.mjs').Services} services
 * @param {import('./settings.mjs').Settings} settings
 * @param {{ deliver?: string[], env?: Record<string, string>, watch?: string[] }} [options] delivery's command; variables and
 *   arguments of node for the API
 */
export async function runProduct(services, settings, { deliver = ['deploy'], env = {}, watch = [] } = {}) {
  services.start('The identity emulator', ['dev/identity/dist/main.js'], { quiet: true });
  services.start('The API', [...watch, 'api/dist/main.js'], { env: { LOG_LEVEL: process.env.LOG_LEVEL || 'warn', ...env } });
  const address = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${settings.port}`;
  await Promise.all([
    publish(deliver),
    services.ready(`${address}/api/health/ready`),
    services.ready(`http://127.0.0.1:${settings.identityPort}/`),
  ]);
  process.stdout.write(welcome(settings));
}

/** @param {string[]} command of delivery */
async function publish(command) {
  const { code, output } = await runStep([process.execPath, 'delivery/dist/main.js', ...command]);
  if (code !== 0) throw new StartError(output.trimEnd());
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
