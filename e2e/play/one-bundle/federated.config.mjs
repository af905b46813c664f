import { join } from 'node:path';
import { ROOT } from '../../../shared/federation/rspack/base-config.mjs';
import { remoteConfig, shellConfig } from '../../../shared/federation/rspack/index.mjs';
import { REMOTES } from './pages.mjs';
import { withChange } from './with-change.mjs';

const createConfig = (part) =>
  part === 'shell' ? shellConfig({ folder: join(ROOT, 'shell'), port: 0 }) : remoteConfig({ folder: REMOTES.get(part), port: 0 });

/** `--env part=<name> --env change=<name> [--env to=<text>]`: the product's own build of a package, with a change. */
export default ({ part, change, to }) => withChange(createConfig(part)(), change, to);
