import { resolve } from 'node:path';
import { writeNginx } from './cluster/nginx.mjs';
import { runMain, StartError } from './setup/start-error.mjs';

const USAGE = `SOLVENT_NAMES=<the site's name> node scripts/nginx.mjs <folder>

Writes the configuration of deploy/nginx into a folder, with values from the environment (deploy/nginx/README.md). Start nginx with its
file "main".
`;

/** Default values: one server on this machine, the paths of Debian's nginx and certbot, and limits that no user reaches. */
const DEFAULTS = {
  SOLVENT_SERVERS: 'server 127.0.0.1:3000 max_fails=0;',
  SOLVENT_BEFORE: '',
  SOLVENT_PLAIN: '127.0.0.1:8080',
  SOLVENT_HTTPS: '443',
  SOLVENT_HTTP: '80',
  SOLVENT_CONNECTIONS: '300',
  SOLVENT_REQUESTS_A_SECOND: '100',
  SOLVENT_REQUESTS_AT_ONCE: '500',
  SOLVENT_ACCESS_LOG: '/var/log/nginx/solvent.json',
  SOLVENT_ERROR_LOG: '/var/log/nginx/error.log',
  SOLVENT_ACME: '/var/www/html',
  SOLVENT_RUN: '/var/lib/nginx',
  SOLVENT_PID: '/run/nginx.pid',
  SOLVENT_CACHE: '/var/cache/solvent-nginx',
};

/** Paths at which certbot stores the certificate of the first name. */
const getCertificatePaths = (names) => {
  const folder = `/etc/letsencrypt/live/${names.split(' ')[0]}`;
  return { SOLVENT_CERTIFICATE: `${folder}/fullchain.pem`, SOLVENT_CERTIFICATE_KEY: `${folder}/privkey.pem` };
};

await runMain(async () => {
  const [folder, ...more] = process.argv.slice(2);
  const { SOLVENT_NAMES: names } = process.env;
  if (!names || folder === undefined || folder.startsWith('-') || more.length > 0) throw new StartError(USAGE);
  const overrides = Object.entries(process.env).filter(([name]) => name.startsWith('SOLVENT_'));
  writeNginx(resolve(folder), { ...DEFAULTS, ...getCertificatePaths(names), ...Object.fromEntries(overrides) });
});
