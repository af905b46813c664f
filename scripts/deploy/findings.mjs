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
function readResources(files) {
  return files
    .list('deploy/kubernetes', /\.yaml$/)
    .flatMap((path) => readYaml(path, files.read(path)).values.map((resource) => ({ path, resource })))
    .filter(({ resource }) => resource.kind !== undefined);
}

/** Resources that a Kustomization generates. */
const generated = (resources) =>
  resources.flatMap(({ path, resource }) =>
    (resource.configMapGenerator ?? []).map(({ name }) => ({ path, resource: { kind: 'ConfigMap', metadata: { name } } })),
  );

/** @param {Files} files @returns {string[]} files that are not valid YAML, so that nothing else is checked */
export const yamlFindings = (files) =>
  [COMPOSE, ...files.list('deploy/kubernetes', /\.yaml$/), ...files.list('.github/workflows', /\.ya?ml$/)].flatMap(
    (path) => readYaml(path, files.read(path)).wrong,
  );

/** Errors of schemas and of the programs that read the files. @param {Files} files @returns {Promise<string[]>} */
export async function schemaFindings(files) {
  const workflows = files.list('.github/workflows', /\.ya?ml$/);
  const units = files.list('deploy/systemd', /\.(?:service|timer)$/).map((path) => [path, files.read(path)]);
  return [
    ...composeFindings(COMPOSE, files.read(COMPOSE)),
    ...dockerfileFindings(DOCKERFILE, files.read(DOCKERFILE)),
    ...(await Promise.all(workflows.map((path) => workflowFindings(path, files.read(path))))).flat(),
    ...(await kubernetesFindings(readResources(files))),
    ...(unitFindings(units) ?? []),
  ];
}

/** References of files to something missing or different. @param {Files} files @returns {string[]} */
export function referenceFindings(files) {
  const resources = readResources(files);
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
