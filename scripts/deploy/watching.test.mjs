import { openFiles } from './files.mjs';
import { findMonitoringErrors } from './watching.mjs';

const TARGETS = 'deploy/prometheus/targets/compose.json';
const PROMETHEUS = 'deploy/prometheus/prometheus.yml';
const SOURCES = 'deploy/grafana/provisioning/datasources/prometheus.yml';
const DASHBOARD = 'deploy/grafana/dashboards/one.json';

const FILES = {
  [TARGETS]: JSON.stringify([{ targets: ['server-1:3000', 'server-2:3000', 'worker:3000'] }]),
  [PROMETHEUS]: 'scrape_configs:\n  - authorization:\n      credentials_file: /run/secrets/metrics_token\n',
  [SOURCES]: 'datasources:\n  - uid: prometheus\n    url: http://prometheus:9090\n',
  [DASHBOARD]: JSON.stringify({ panels: [{ datasource: { type: 'prometheus', uid: 'prometheus' } }] }),
};

const findErrorsWith = (path, text, other) => {
  const files = openFiles({ ...FILES, [path]: FILES[path].replace(text, other) });
  return findMonitoringErrors({ ...files, list: () => [DASHBOARD] });
};

it('accepts targets that run in Compose', () => {
  expect(findErrorsWith(TARGETS, '', '')).toEqual([]);
});

it.each([
  [
    'a process that is not started',
    TARGETS,
    'server-2',
    'server-3',
    /names server-3:3000, which deploy\/compose\.yaml does not start/,
  ],
  ['a process that is left out', TARGETS, ',"worker:3000"', '', /leaves worker of deploy\/compose\.yaml out/],
  ['a secret that is not mounted', PROMETHEUS, 'metrics_token', 'token', /reads \/run\/secrets\/token/],
  ['a data source that is not started', SOURCES, '//prometheus:', '//prometeus:', /asks http:\/\/prometeus:9090/],
  ['an unknown data source', DASHBOARD, '"uid":"prometheus"', '"uid":"mimir"', /shows the source mimir/],
])('finds %s', (_what, path, text, other, expected) => {
  expect(findErrorsWith(path, text, other)).toEqual(expect.arrayContaining([expect.stringMatching(expected)]));
});
