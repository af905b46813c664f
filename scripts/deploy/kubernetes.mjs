import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { runStep } from '../setup/run-step.mjs';

/** API group of the External Secrets Operator, whose types are in a separate package. */
const EXTERNAL_SECRETS = 'external-secrets.io/';

const isForKustomize = ({ apiVersion = '' }) => apiVersion.startsWith('kustomize.config.k8s.io/');

/** @returns {string} the module with the schema and the type of a resource */
function getTypeModule({ apiVersion, kind }) {
  if (apiVersion.startsWith(EXTERNAL_SECRETS)) return `@kubernetes-models/external-secrets/${apiVersion}/${kind}`;
  return `kubernetes-models/${apiVersion}/${kind}`;
}

const formatTitle = ({ kind, metadata }) => `${kind} ${metadata?.name ?? '(without a name)'}`;

/** Checks values, formats and required fields by the JSON schema. @returns {Promise<string[]>} errors */
async function validateSchema(path, resource) {
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

/** Formats a resource as TypeScript, because types reject unknown fields and the schemas accept them. */
const formatAsCode = (resource, index) =>
  `import type { I${resource.kind} as Kind${index} } from '${getTypeModule(resource)}';\nexport const resource${index}: Kind${index} = ${JSON.stringify(resource)};\n`;

const TSCONFIG = {
  compilerOptions: { noEmit: true, strict: true, skipLibCheck: true, module: 'preserve', target: 'es2022', types: [] },
  include: ['*.ts'],
};

/** Finds unknown fields by the types. @param {{ path: string, resource: object }[]} resources @returns {Promise<string[]>} */
async function validateTypes(resources) {
  const folder = await mkdtemp(join(ROOT, 'node_modules/.kubernetes-'));
  try {
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    await Promise.all(
      resources.map(({ resource }, index) => writeFile(join(folder, `${index}.ts`), formatAsCode(resource, index))),
    );
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
 * Validates resources by their schemas, and finds unknown fields, which Kubernetes ignores.
 *
 * @param {{ path: string, resource: Record<string, unknown> }[]} found resources with their files for messages
 * @returns {Promise<string[]>}
 */
export async function findKubernetesErrors(found) {
  const resources = found.filter(({ resource }) => !isForKustomize(resource));
  const wrong = [];
  // Sequential, because some module loaders fail on concurrent imports of the same modules.
  for (const { path, resource } of resources) wrong.push(...(await validateSchema(path, resource)));
  return wrong.length > 0 ? wrong : validateTypes(resources);
}
