import { findComposeErrors } from './compose.mjs';
import { findDockerfileErrors } from './dockerfile.mjs';
import { readYaml } from './files.mjs';
import { findKubernetesErrors } from './kubernetes.mjs';
import { findUnknownNames, findNumberErrors, findMissingPaths, findUnknownPrograms, findVariableErrors } from './references.mjs';
import { findShortStopTimes, findUnknownSettings } from './settings.mjs';
import { findUnitErrors } from './system-programs.mjs';
import { findMonitoringErrors } from './watching.mjs';
import { findUnpinnedActions, findWorkflowErrors } from './workflows.mjs';

/** @typedef {import('./files.mjs').Files} Files */

const COMPOSE = 'deploy/compose.yaml';
const DOCKERFILE = 'deploy/Dockerfile';

/** Kubernetes resources of all manifests, before Kustomize is applied. Skips documents without a kind, such as patches. */
function readResources(files) {
  return files
    .list('deploy/kubernetes', /\.yaml$/)
    .flatMap((path) => readYaml(path, files.read(path)).values.map((resource) => ({ path, resource })))
    .filter(({ resource }) => resource.kind !== undefined);
}

/** The ConfigMaps that Kustomize generates. */
const listGeneratedMaps = (resources) =>
  resources.flatMap(({ path, resource }) =>
    (resource.configMapGenerator ?? []).map(({ name }) => ({ path, resource: { kind: 'ConfigMap', metadata: { name } } })),
  );

/** @param {Files} files @returns {string[]} YAML syntax errors; if there are any, the caller skips all other checks */
export const findYamlErrors = (files) =>
  [COMPOSE, ...files.list('deploy/kubernetes', /\.yaml$/), ...files.list('.github/workflows', /\.ya?ml$/)].flatMap(
    (path) => readYaml(path, files.read(path)).wrong,
  );

/** Validates files by schemas, linters and systemd. @param {Files} files @returns {Promise<string[]>} */
export async function findSchemaErrors(files) {
  const workflows = files.list('.github/workflows', /\.ya?ml$/);
  const units = files.list('deploy/systemd', /\.(?:service|timer)$/).map((path) => [path, files.read(path)]);
  return [
    ...findComposeErrors(COMPOSE, files.read(COMPOSE)),
    ...findDockerfileErrors(DOCKERFILE, files.read(DOCKERFILE)),
    ...(await Promise.all(workflows.map((path) => findWorkflowErrors(path, files.read(path))))).flat(),
    ...(await findKubernetesErrors(readResources(files))),
    ...(findUnitErrors(units) ?? []),
  ];
}

/** Finds references to missing files, programs, settings and names. @param {Files} files @returns {string[]} */
export function findReferenceErrors(files) {
  const resources = readResources(files);
  return [
    findMissingPaths,
    findUnknownPrograms,
    findVariableErrors,
    findNumberErrors,
    findUnknownSettings,
    findShortStopTimes,
    findMonitoringErrors,
    findUnpinnedActions,
  ]
    .flatMap((find) => find(files))
    .concat(findUnknownNames([...resources, ...listGeneratedMaps(resources)]));
}
