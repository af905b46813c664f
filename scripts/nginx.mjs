import { resolve } from 'node:path';
import { writeNginx } from './cluster/nginx.mjs';
import { runMain, StartError } from './setup/start-error.mjs';

const USAGE = `node scripts/nginx.mjs <folder>

Writes the configuration of deploy/nginx into a folder, with what the environment says in its places (deploy/nginx/README.md). nginx is
started with the file "main" in it.
`;

/** Where nothing is said: the folders of a usual nginx, and limits that no person reaches. */
const DEFAULTS = {
  SOLVENT_BEFORE: '',
  SOLVENT_PLAIN: '127.0.0.1:8080',
  SOLVENT_HTTPS: '443',
  SOLVENT_HTTP: '80',
  SOLVENT_CONNECTIONS: '300',
  SOLVENT_REQUESTS_A_SECOND: '100',
  SOLVENT_REQUESTS_AT_ONCE: '500',
  SOLVENT_ACCESS_LOG: '/var/log/nginx/solvent.json',
  SOLVENT_ERROR_LOG: '/var/log/nginx/error.log',
  SOLVENT_RUN: '/var/lib/nginx',
  SOLVENT_CACHE: '/var/cache/nginx/solvent',
};

await runMain(async () => {
  const [folder, ...more] = process.argv.slice(2);
  if (folder === undefined || folder.startsWith('-') || more.length > 0) throw new StartError(USAGE);
  const given = Object.entries(process.env).filter(([name]) => name.startsWith('SOLVENT_'));
  writeNginx(resolve(folder), { ...DEFAULTS, ...Object.fromEntries(given) });
});
