import { composeFindings } from './compose.mjs';
import { dockerfileFindings } from './dockerfile.mjs';
import { readYaml } from './files.mjs';
import { kubernetesFindings } from './kubernetes.mjs';
import { nameFindings, numberFindings, pathFindings, programFindings, variableFindings } from './references.mjs';
import { drainFindings, settingFindings } from './settings.mjs';
import { unitFindings } from './system-programs.mjs';
import { watchingFindings } from './watching.mjs';
import { pinFindings, workflowFindings } from './workflows.mjs';

/** @typedef {import('./files.mjs').Files} Files */

const COMPOSE = 'deploy/compose.yaml';
const DOCKERFILE = 'deploy/Dockerfile';

/** Resources of Kubernetes, as they stand in their files: patches are none. */
function resourcesOf(files) {
  return files
    .list('deploy/kubernetes', /\.yaml$/)
    .flatMap((path) => readYaml(path, files.read(path)).values.map((resource) => ({ path, resource })))
    .filter(({ resource }) => resource.kind !== undefined);
}

/** What a Kustomization makes besides. */
const generated = (resources) =>
  resources.flatMap(({ path, resource }) =>
    (resource.configMapGenerator ?? []).map(({ name }) => ({ path, resource: { kind: 'ConfigMap', metadata: { name } } })),
  );

/** @param {Files} files @returns {string[]} files that are no YAML at all: nothing else can be said of them */
export const yamlFindings = (files) =>
  [COMPOSE, ...files.list('deploy/kubernetes', /\.yaml$/), ...files.list('.github/workflows', /\.ya?ml$/)].flatMap(
    (path) => readYaml(path, files.read(path)).wrong,
  );

/** What schemas and the programs that read them refuse. @param {Files} files @returns {Promise<string[]>} */
export async function schemaFindings(files) {
  const workflows = files.list('.github/workflows', /\.ya?ml$/);
  const units = files.list('deploy/systemd', /\.(?:service|timer)$/).map((path) => [path, files.read(path)]);
  return [
    ...composeFindings(COMPOSE, files.read(COMPOSE)),
    ...dockerfileFindings(DOCKERFILE, files.read(DOCKERFILE)),
    ...(await Promise.all(workflows.map((path) => workflowFindings(path, files.read(path))))).flat(),
    ...(await kubernetesFindings(resourcesOf(files))),
    ...(unitFindings(units) ?? []),
  ];
}

/** What files name that is not there, or is otherwise. @param {Files} files @returns {string[]} */
export function referenceFindings(files) {
  const resources = resourcesOf(files);
  return [
    pathFindings,
    programFindings,
    variableFindings,
    numberFindings,
    settingFindings,
    drainFindings,
    watchingFindings,
    pinFindings,
  ]
    .flatMap((find) => find(files))
    .concat(nameFindings([...resources, ...generated(resources)]));
}
