import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { runStep } from '../setup/run-step.mjs';

/** Where a kind is described: Kubernetes' own, and those of the operator that fetches secrets. */
const EXTERNAL = 'external-secrets.io/';

/** Files that only Kustomize reads. */
const isOfKustomize = ({ apiVersion = '' }) => apiVersion.startsWith('kustomize.config.k8s.io/');

/** The module that describes a resource. */
function getTypeModule({ apiVersion, kind }) {
  if (apiVersion.startsWith(EXTERNAL)) return `@kubernetes-models/external-secrets/${apiVersion}/${kind}`;
  return `kubernetes-models/${apiVersion}/${kind}`;
}

const formatTitle = ({ kind, metadata }) => `${kind} ${metadata?.name ?? '(without a name)'}`;

/** Values, formats and what must be there, by the JSON schemas of the kind. @returns {Promise<string[]>} */
async function againstSchema(path, resource) {
  let kinds = {};
  try {
    kinds = await import(getTypeModule(resource));
  } catch {
    return [`${path} ${formatTitle(resource)}: ${resource.apiVersion} has no kind ${resource.kind}`];
  }
  try {
    new kinds[resource.kind](resource).validate();
    return [];
  } catch (error) {
    return [`${path} ${formatTitle(resource)}: ${error.message}`];
  }
}

/** A resource as TypeScript, whose types know every field: the schemas let unknown ones pass. */
const asCode = (resource, index) =>
  `import type { I${resource.kind} as Kind${index} } from '${getTypeModule(resource)}';\nexport const resource${index}: Kind${index} = ${JSON.stringify(resource)};\n`;

const OPTIONS = {
  compilerOptions: { noEmit: true, strict: true, skipLibCheck: true, module: 'preserve', target: 'es2022', types: [] },
  include: ['*.ts'],
};

/** Fields that a kind does not have, by the types of the kind. @param {{ path: string, resource: object }[]} resources */
async function againstTypes(resources) {
  const folder = await mkdtemp(join(ROOT, 'node_modules/.kubernetes-'));
  try {
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(OPTIONS));
    await Promise.all(resources.map(({ resource }, index) => writeFile(join(folder, `${index}.ts`), asCode(resource, index))));
    const { code, output } = await runStep(['tsc', '-p', folder, '--pretty', 'false']);
    if (code === 0) return [];
    const errors = [...output.matchAll(/(\d+)\.ts\(\d+,\d+\): error TS\d+: (.*)/g)];
    if (errors.length === 0) return [output];
    return errors.map(([, index, message]) => `${resources[index].path} ${formatTitle(resources[index].resource)}: ${message}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Errors of Kubernetes' schemas, and unknown fields, which Kubernetes ignores.
 *
 * @param {{ path: string, resource: Record<string, unknown> }[]} found each with its file for messages
 * @returns {Promise<string[]>}
 */
export async function kubernetesFindings(found) {
  const resources = found.filter(({ resource }) => !isOfKustomize(resource));
  const wrong = [];
  // One after the other: they stand on the same modules, and not every loader takes that at once.
  for (const { path, resource } of resources) wrong.push(...(await againstSchema(path, resource)));
  return wrong.length > 0 ? wrong : againstTypes(resources);
}
