import { readYaml } from './files.mjs';

/** @typedef {import('./files.mjs').Files} Files */

const COMPOSE = 'deploy/compose.yaml';
const PROMETHEUS = 'deploy/prometheus/prometheus.yml';
const TARGETS = 'deploy/prometheus/targets/compose.json';
const SOURCES = 'deploy/grafana/provisioning/datasources/prometheus.yml';

const readFirst = (path, files) => readYaml(path, files.read(path)).values[0];
const listDatasourceIds = (text) => [...text.matchAll(/"datasource":\s*\{[^}]*"uid":\s*"([^"]*)"/g)].map(([, uid]) => uid);

/**
 * Checks that the targets of Prometheus and Grafana run in Compose, with their credentials.
 *
 * @param {Files} files @returns {string[]}
 */
export function findMonitoringErrors(files) {
  // findMissingPaths reports missing folders.
  if (![PROMETHEUS, TARGETS, SOURCES].every((path) => files.has(path))) return [];
  const { services } = readFirst(COMPOSE, files);
  const targets = JSON.parse(files.read(TARGETS)).flatMap((group) => group.targets);
  const mountedSecrets = (services.prometheus.secrets ?? []).map((name) => `/run/secrets/${name}`);
  const usedSecrets = [...files.read(PROMETHEUS).matchAll(/credentials_file: (\S+)/g)].map(([, path]) => path);
  const { datasources } = readFirst(SOURCES, files);
  const knownDatasources = datasources.map(({ uid }) => uid);
  const dashboards = files.list('deploy/grafana/dashboards', /\.json$/);
  const missingTargets = Object.keys(services).filter(
    (name) => services[name].environment?.ROLE && !targets.includes(`${name}:3000`),
  );
  return [
    ...targets
      .filter((target) => !(target.split(':')[0] in services))
      .map((target) => `${TARGETS} names ${target}, which ${COMPOSE} does not start`),
    ...missingTargets.map((name) => `${TARGETS} leaves ${name} of ${COMPOSE} out`),
    ...usedSecrets
      .filter((path) => !mountedSecrets.includes(path))
      .map((path) => `${PROMETHEUS} reads ${path}, which ${COMPOSE} does not give it`),
    ...datasources
      .filter(({ url }) => !(new URL(url).hostname in services))
      .map(({ url }) => `${SOURCES} asks ${url}, which ${COMPOSE} does not start`),
    ...dashboards.flatMap((path) =>
      listDatasourceIds(files.read(path))
        .filter((uid) => !knownDatasources.includes(uid) && !uid.startsWith('$') && uid !== '-- Grafana --')
        .map((uid) => `${path} shows the source ${uid}, which ${SOURCES} has not`),
    ),
  ];
}
