import { openFiles } from './deploy/files.mjs';
import { findReferenceErrors, findSchemaErrors, findYamlErrors } from './deploy/findings.mjs';
import { findKustomizeErrors } from './deploy/system-programs.mjs';
import { runMain, StartError } from './setup/start-error.mjs';

const OVERLAY = 'deploy/kubernetes/overlays/production';

/** `npm test -- --only deploy`: validates deploy/ and the GitHub workflows by their schemas, and checks that everything they refer to exists. */
await runMain(async () => {
  const files = openFiles();
  // In this order, because each check needs files that passed the previous ones.
  for (const find of [findYamlErrors, findSchemaErrors, findReferenceErrors, () => findKustomizeErrors(OVERLAY) ?? []]) {
    const found = await find(files);
    if (found.length > 0) throw new StartError(found.join('\n'));
  }
  process.stdout.write('Image, Compose, Kubernetes, units and workflows are valid, and everything they refer to exists.\n');
});
