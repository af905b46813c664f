import { join } from 'node:path';
import { ROOT } from '../../../shared/federation/rspack/base-config.mjs';
import { REMOTES } from './pages.mjs';
import { changeRule } from './with-change.mjs';

const WHOLE_FILE = /^[^]*$/;

export const remoteChunk = (remote) => `remote-${remote}`;

/**
 * Rules for one build of shell and remotes without Module Federation, which replace the shell's modules that use it.
 *
 * @type {import('@rspack/core').RuleSetRule[]}
 */
export const withoutFederation = [
  {
    file: join(ROOT, 'shell/src/remotes/federation-runtime.ts'),
    from: WHOLE_FILE,
    to: `const REMOTES = {
  ${[...REMOTES].map(([name, folder]) => `'${name}': () => import(/* webpackChunkName: "${remoteChunk(name)}" */ '${folder}/src/remote.tsx'),`).join('\n')}
};
export const createFederationRuntime = () => ({ fetch: ({ name }) => REMOTES[name]() });`,
  },
  {
    file: join(ROOT, 'shell/src/main.ts'),
    from: WHOLE_FILE,
    to: `import { findRedirectUrl } from './remotes/overrides/stored-overrides.ts';
const address = findRedirectUrl(location.href);
if (address === undefined) void import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx').then(({ start }) => start());
else location.replace(address);`,
  },
].map((change) => changeRule(change));
