import { remoteConfig } from '../../shared/federation/rspack/index.mjs';
import { CHANGES } from './one-bundle/changes.mjs';
import { REMOTES } from './one-bundle/pages.mjs';
import { changeRule } from './one-bundle/with-change.mjs';

/** `--env heading=<text>`: the Toolbox with another heading. */
export default ({ heading }) => {
  const config = remoteConfig({ folder: REMOTES.get('toolbox'), port: 0 })();
  const rule = changeRule({ ...CHANGES.toolbox, to: `$1${heading}$2` });
  return { ...config, module: { ...config.module, rules: [...config.module.rules, rule] } };
};
