import { readYaml } from './files.mjs';

/** @typedef {import('./files.mjs').Files} Files */

const COMPOSE = 'deploy/compose.yaml';
const PROMETHEUS = 'deploy/prometheus/prometheus.yml';
const TARGETS = 'deploy/prometheus/targets/compose.json';
const SOURCES = 'deploy/grafana/provisioning/datasources/prometheus.yml';

const first = (path, files) => readYaml(path, files.read(path)).values[0];
const uidsIn = (text) => [...text.matchAll(/"datasource":\s*\{[^}]*"uid":\s*"([^"]*)"/g)].map(([, uid]) => uid);

/** Targets of Prometheus and Grafana in Compose, and their credentials. @param {Files} files @returns {string[]} */
export function watchingFindings(files) {
  // The check of Compose's mounts covers the folders.
  if (![PROMETHEUS, TARGETS, SOURCES].every((path) => files.has(path))) return [];
  const { services } = first(COMPOSE, files);
  const targets = JSON.parse(files.read(TARGETS)).flatMap((group) => group.targets);
  const given = (services.prometheus.secrets ?? []).map((name) => `/run/secrets/${name}`);
  const shown = [...files.read(PROMETHEUS).matchAll(/credentials_file: (\S+)/g)].map(([, path]) => path);
  const { datasources } = first(SOURCES, files);
  const known = datasources.map(({ uid }) => uid);
  const dashboards = files.list('deploy/grafana/dashboards', /\.json$/);
  const missed = Object.keys(services).filter((name) => services[name].environment?.ROLE && !targets.includes(`${name}:3000`));
  return [
    ...targets
      .filter((target) => !(target.split(':')[0] in services))
      .map((target) => `${TARGETS} names ${target}, which ${COMPOSE} does not start`),
    ...missed.map((name) => `${TARGETS} leaves ${name} of ${COMPOSE} out`),
    ...shown
      .filter((path) => !given.includes(path))
      .map((path) => `${PROMETHEUS} reads ${path}, which ${COMPOSE} does not give it`),
    ...datasources
      .filter(({ url }) => !(new URL(url).hostname in services))
      .map(({ url }) => `${SOURCES} asks ${url}, which ${COMPOSE} does not start`),
    ...dashboards.flatMap((path) =>
      uidsIn(files.read(path))
        .filter((uid) => !known.includes(uid) && !uid.startsWith('$') && uid !== '-- Grafana --')
        .map((uid) => `${path} shows the source ${uid}, which ${SOURCES} has not`),
    ),
  ];
}
