import { join } from 'node:path';
import { ROOT } from '../../../shared/federation/rspack/base-config.mjs';
import { remoteConfig, shellConfig } from '../../../shared/federation/rspack/index.mjs';
import { withChange } from './with-change.mjs';

/** Who is deployed after each change; what is shared, the shell alone provides. */
const DEPLOYED = {
  toolbox: remoteConfig({ folder: join(ROOT, 'mf-toolbox'), port: 0 }),
  ui: shellConfig({ folder: join(ROOT, 'shell'), port: 0 }),
};

/** `--env change=<name>`: the build of the product's own configuration that a change needs. */
export default ({ change }) => withChange(DEPLOYED[change](), change);
