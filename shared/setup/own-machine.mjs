const OWN_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether this name or address reaches only the machine itself. @param {string} name */
export const isOwnName = (name) => OWN_NAME.test(name);

/** Values of settings that switch something on. @param {string | undefined} text */
const isYes = (text) => /^(?:true|yes|1)$/i.test(text ?? '');

/** Access that everyone has who reaches a product in development. */
export const OPEN_IN_DEVELOPMENT =
  'the accounts with published passwords are there, and anybody may sign in as anybody, since the identity emulator is believed';

/**
 * The settings by which other machines reach the product, such as `HOST is 0.0.0.0`.
 *
 * @param {{ HOST?: string | undefined, PUBLIC_URL?: string | undefined }} settings @returns {string[]}
 */
export function networkSettings({ HOST = '127.0.0.1', PUBLIC_URL = '' }) {
  const host = HOST.trim();
  const publicHost = URL.canParse(PUBLIC_URL) ? new URL(PUBLIC_URL).hostname : 'localhost';
  return [
    ...(isOwnName(host) ? [] : [`HOST is ${host || 'empty'}`]),
    ...(isOwnName(publicHost) ? [] : [`PUBLIC_URL is ${PUBLIC_URL}`]),
  ];
}

/**
 * Reason why a product in development does not start: other machines would reach it without being allowed to.
 *
 * @param {Record<string, string | undefined>} env of the programs; an empty value is unset
 * @returns {string | undefined} a sentence that states what to do
 */
export function networkProblem(env) {
  const { NODE_ENV, HOST, PUBLIC_URL, ALLOW_DEVELOPMENT_ON_NETWORK } = env;
  if (NODE_ENV === 'production' || isYes(ALLOW_DEVELOPMENT_ON_NETWORK)) return undefined;
  const open = networkSettings({ HOST: HOST || undefined, PUBLIC_URL });
  if (open.length === 0) return undefined;
  return `${open.join(' and ')}, so that other machines reach what runs for development (NODE_ENV is ${NODE_ENV || 'not set'}), where ${OPEN_IN_DEVELOPMENT}: leave ${open.map((one) => one.split(' ', 1)[0]).join(' and ')} out, set NODE_ENV=production, or set ALLOW_DEVELOPMENT_ON_NETWORK=true if you trust everybody who can reach this machine.`;
}
