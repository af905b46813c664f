import { openFiles } from './deploy/files.mjs';
import { referenceFindings, schemaFindings, yamlFindings } from './deploy/findings.mjs';
import { kustomizeFindings } from './deploy/system-programs.mjs';
import { runMain, StartError } from './setup/start-error.mjs';

const OVERLAY = 'deploy/kubernetes/overlays/production';

/** `npm test -- --only deploy`: holds deploy/ and the workflows of GitHub against their schemas, and all that they name against the workspace. */
await runMain(async () => {
  const files = openFiles();
  // Invalid YAML has no kind, and files of other kinds refer to nothing.
  for (const find of [yamlFindings, schemaFindings, referenceFindings, () => kustomizeFindings(OVERLAY) ?? []]) {
    const found = await find(files);
    if (found.length > 0) throw new StartError(found.join('\n'));
  }
  process.stdout.write('Image, compose, Kubernetes, units and workflows keep their schemas, and what they name is there.\n');
});
