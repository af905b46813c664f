import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../setup/root.mjs';
import { findNginx, findOpenssl } from './unpacked-program.mjs';

const run = promisify(execFile);

/** Folder of the templates that all deployments use. */
const TEMPLATES = join(ROOT, 'deploy/nginx');
const TEMPLATE = '.template';

/** Values of placeholders in the templates. @typedef {Record<`SOLVENT_${string}`, string>} NginxValues */

/**
 * Makes the emails at /dev/mail available on this machine. The servers refuse proxied requests for them, so this location sends no
 * X-Forwarded-For. deploy/nginx never has this location.
 */
const MAIL_LOCATION = `location = /dev/mail {
    allow 127.0.0.1;
    deny all;
    proxy_set_header Host $http_host;
    proxy_set_header Connection '';
    proxy_pass http://solvent;
}
`;

/** Replaces placeholders. @param {string} text @param {NginxValues} values @throws {Error} if a value is missing */
function render(text, values) {
  return text.replaceAll(/\$\{(SOLVENT_\w+)\}/g, (_all, name) => {
    if (values[name] === undefined) throw new Error(`deploy/nginx needs a value for ${name}.`);
    return values[name];
  });
}

/**
 * Writes the configuration of deploy/nginx into a folder.
 *
 * @param {string} folder @param {NginxValues} values @returns {string} path of the main configuration file
 */
export function writeNginx(folder, values) {
  const all = { SOLVENT_NGINX: folder, ...values };
  mkdirSync(folder, { recursive: true });
  cpSync(join(TEMPLATES, 'locations'), join(folder, 'locations'), { recursive: true });
  writeFileSync(join(folder, 'locations/own-machine.conf'), MAIL_LOCATION);
  const names = readdirSync(TEMPLATES).filter((file) => file.endsWith(TEMPLATE));
  // Only a deployment with a bucket serves the files of releases from a separate host name.
  if (values.SOLVENT_BUCKET !== undefined) names.push('assets/assets.conf.template');
  for (const name of names) {
    // The main file is not named *.conf, because it includes every *.conf file in its folder.
    const to = name === 'nginx.conf.template' ? 'main' : basename(name, TEMPLATE);
    writeFileSync(join(folder, to), render(readFileSync(join(TEMPLATES, name), 'utf8'), all));
  }
  return join(folder, 'main');
}

/** Creates a self-signed certificate for this machine's name. @param {string} certificate @param {string} key files */
export async function makeCertificate(certificate, key) {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  await run(await findOpenssl(), ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', certificate]);
  return { SOLVENT_CERTIFICATE: certificate, SOLVENT_CERTIFICATE_KEY: key };
}

/** @returns {Promise<boolean>} whether nginx responds. Any status counts, because the servers may be stopped. */
const isResponding = (port) =>
  new Promise((done) => {
    const request = get({ port, host: '127.0.0.1', path: '/metrics' }, (response) => {
      response.resume();
      done(true);
    });
    request.once('error', () => done(false));
  });

const formatListen = (port) => `127.0.0.1:${port}`;

/**
 * Creates an nginx with the configuration of deploy/nginx.
 *
 * @param {object} options
 * @param {string} options.folder nginx's folder
 * @param {(options: object) => import('./part.mjs').Part} options.makePart
 * @param {number[]} options.servers ports of the servers
 * @param {{ plain: number, https: number, http: number }} options.ports ports that nginx listens on: `http` redirects to `https`, `plain` serves without TLS
 * @param {NginxValues} options.values override the values for tests
 */
export async function makeNginx({ folder, makePart, servers, ports, values }) {
  mkdirSync(folder, { recursive: true });
  const logs = join(folder, 'access.json');
  const configuration = writeNginx(join(folder, 'conf'), {
    SOLVENT_RUN: folder,
    SOLVENT_PID: join(folder, 'nginx.pid'),
    SOLVENT_ACME: join(folder, 'acme'),
    SOLVENT_ERROR_LOG: 'stderr',
    SOLVENT_ACCESS_LOG: logs,
    SOLVENT_CACHE: join(folder, 'files'),
    SOLVENT_SERVERS: servers.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join('\n    '),
    SOLVENT_NAMES: '_',
    SOLVENT_BEFORE: '',
    SOLVENT_PLAIN: formatListen(ports.plain),
    SOLVENT_HTTPS: formatListen(ports.https),
    SOLVENT_HTTP: formatListen(ports.http),
    // All requests of a test have the same client address.
    SOLVENT_CONNECTIONS: '60000',
    SOLVENT_REQUESTS_A_SECOND: '100000',
    SOLVENT_REQUESTS_AT_ONCE: '100000',
    ...(await makeCertificate(join(folder, 'certificate.pem'), join(folder, 'key.pem'))),
    ...values,
  });
  const program = await findNginx();
  const command = [program, '-p', folder, '-e', 'stderr', '-c', configuration, '-g', 'daemon off;'];
  const part = makePart({ name: 'nginx', command, isReady: () => isResponding(ports.plain), stopSignal: 'SIGQUIT' });
  return Object.assign(part, {
    accessLog: logs,
    configuration,
    reload: () => part.signal('SIGHUP'),
  });
}
