import { readYaml, parseSettings } from './files.mjs';

const VARIABLES = 'api/src/platform/config/variables.ts';
/** Settings that only other programs read (shared/setup/env-file.mjs, delivery). */
const OTHER_SETTINGS = ['ENV_FILE', 'DELIVERY_USER'];
/** Maximum time that a server needs to stop after DRAIN_SECONDS (docs/decisions/0066-readiness.md). */
const STOP_SECONDS = 53;

const BASE = 'deploy/kubernetes/base';
const WEB = `${BASE}/web.yaml`;

/** Lists the files that set settings of the image. @param {import('./files.mjs').Files} files @returns {[string, string[]][]} path and names */
function listSettings(files) {
  const { values } = readYaml('deploy/compose.yaml', files.read('deploy/compose.yaml'));
  const services = Object.entries(values[0]?.services ?? {}).filter(([, { build }]) => build);
  const kubernetes = files
    .list('deploy/kubernetes', /\.yaml$/)
    .flatMap((path) => readYaml(path, files.read(path)).values.map((resource) => ({ path, resource })));
  return [
    ...services.map(([name, { environment }]) => [`deploy/compose.yaml (${name})`, Object.keys(environment)]),
    ...files.list('deploy/kubernetes', /\.env$/).map((path) => [path, parseSettings(files.read(path)).map(([name]) => name)]),
    ...kubernetes.map(({ path, resource }) => [path, [...listSecrets(resource), ...getEnvironment(resource)]]),
    ...files.list('deploy/systemd', /\.service$/).map((path) => [path, listUnitVariables(files.read(path))]),
    ['deploy/Dockerfile', listImageVariables(files.read('deploy/Dockerfile'))],
  ];
}

const listSecrets = ({ kind, metadata, spec }) =>
  kind === 'ExternalSecret' && metadata.name === 'solvent-secrets' ? spec.data.map(({ secretKey }) => secretKey) : [];

const getEnvironment = ({ spec }) =>
  (spec?.template?.spec?.containers ?? []).flatMap(({ env = [] }) => env.map(({ name }) => name));

const listUnitVariables = (text) =>
  [...text.matchAll(/^(?:Environment=|ExecStart=\/usr\/bin\/env )(.*)$/gm)].flatMap(([, line]) =>
    [...line.matchAll(/(?:^|\s)([A-Z_]+)=/g)].map(([, name]) => name),
  );

function listImageVariables(text) {
  const [, runtime = ''] = text.split(' AS runtime');
  const lines = runtime.replaceAll('\\\n', ' ').split('\n');
  return lines
    .filter((line) => line.startsWith('ENV '))
    .flatMap((line) => [...line.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name));
}

/** @param {import('./files.mjs').Files} files @returns {string[]} settings that no program reads */
export function findUnknownSettings(files) {
  const known = new Set([
    ...OTHER_SETTINGS,
    ...[...files.read(VARIABLES).matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name),
  ]);
  return listSettings(files).flatMap(([path, names]) =>
    names.filter((name) => !known.has(name)).map((name) => `${path} sets ${name}, which no program reads (${VARIABLES})`),
  );
}

const parseSeconds = (text) => Number(/^(\d+)s?$/.exec(String(text))?.[1]);

/** @param {import('./files.mjs').Files} files @returns {string[]} files that kill a server before it has finished */
export function findShortStopTimes(files) {
  const { x: _x, services } = readYaml('', files.read('deploy/compose.yaml')).values[0];
  const drain = Number(Object.fromEntries(parseSettings(files.read(`${BASE}/settings.env`))).DRAIN_SECONDS);
  const server = services['server-1'];
  const pod = readYaml('', files.read(WEB)).values[0].spec.template.spec;
  const times = [
    ['deploy/compose.yaml', parseSeconds(server.stop_grace_period), Number(server.environment.DRAIN_SECONDS)],
    [WEB, pod.terminationGracePeriodSeconds, drain],
    ...files
      .list('deploy/systemd', /\.service$/)
      .filter((path) => files.read(path).includes('api/dist/main.js'))
      .map((path) => [path, Number(/^TimeoutStopSec=(\d+)$/m.exec(files.read(path))?.[1]), drain]),
  ];
  return times
    .filter(([, stop, drains]) => !(stop >= drains + STOP_SECONDS))
    .map(([path, stop, drains]) => `${path} gives a server ${stop} s to stop, which takes ${drains} + ${STOP_SECONDS} s`);
}
