import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { runStep } from '../setup/run-step.mjs';

/** Where a kind is described: Kubernetes' own, and those of the operator that fetches secrets. */
const EXTERNAL = 'external-secrets.io/';

/** What Kustomize alone reads. */
const isOfKustomize = ({ apiVersion = '' }) => apiVersion.startsWith('kustomize.config.k8s.io/');

/** The module that describes a resource. */
function moduleOf({ apiVersion, kind }) {
  if (apiVersion.startsWith(EXTERNAL)) return `@kubernetes-models/external-secrets/${apiVersion}/${kind}`;
  return `kubernetes-models/${apiVersion}/${kind}`;
}

const titleOf = ({ kind, metadata }) => `${kind} ${metadata?.name ?? '(without a name)'}`;

/** Values, formats and what must be there, by the JSON schemas of the kind. @returns {Promise<string[]>} */
async function againstSchema(path, resource) {
  let kinds = {};
  try {
    kinds = await import(moduleOf(resource));
  } catch {
    return [`${path} ${titleOf(resource)}: ${resource.apiVersion} has no kind ${resource.kind}`];
  }
  try {
    new kinds[resource.kind](resource).validate();
    return [];
  } catch (error) {
    return [`${path} ${titleOf(resource)}: ${error.message}`];
  }
}

/** A resource as TypeScript, whose types know every field: the schemas let unknown ones pass. */
const asCode = (resource, index) =>
  `import type { I${resource.kind} as Kind${index} } from '${moduleOf(resource)}';\nexport const resource${index}: Kind${index} = ${JSON.stringify(resource)};\n`;

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
    const told = [...output.matchAll(/(\d+)\.ts\(\d+,\d+\): error TS\d+: (.*)/g)];
    if (told.length === 0) return [output];
    return told.map(([, index, message]) => `${resources[index].path} ${titleOf(resources[index].resource)}: ${message}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * What Kubernetes would refuse, or pass over in silence as it does with fields that it does not know.
 *
 * @param {{ path: string, resource: Record<string, unknown> }[]} found each with the file that is told
 * @returns {Promise<string[]>}
 */
export async function kubernetesFindings(found) {
  const resources = found.filter(({ resource }) => !isOfKustomize(resource));
  const wrong = [];
  // One after the other: they stand on the same modules, and not every loader takes that at once.
  for (const { path, resource } of resources) wrong.push(...(await againstSchema(path, resource)));
  return wrong.length > 0 ? wrong : againstTypes(resources);
}
