import { join } from 'node:path';
import { ROOT } from '../../../shared/federation/rspack/base-config.mjs';
import { REMOTES } from './pages.mjs';
import { changeRule } from './with-change.mjs';

const WHOLE_FILE = /^[^]*$/;

const formatImportComment = (isEager, name) => (isEager ? '/* webpackMode: "eager" */' : `/* webpackChunkName: "${name}" */`);

export const remoteChunk = (remote) => `remote-${remote}`;

/** Replaces the modules of the shell that use federation. @param {{ remote: string } | undefined} alone */
const replaceShell = (alone) => [
  {
    file: join(ROOT, 'shell/src/remotes/federation-runtime.ts'),
    from: WHOLE_FILE,
    to: `const REMOTES = {
  ${[...REMOTES].map(([name, folder]) => `'${name}': () => import(${formatImportComment(name === alone?.remote, remoteChunk(name))} '${folder}/src/remote.tsx'),`).join('\n')}
};
export const createFederationRuntime = () => ({ fetch: ({ name }) => REMOTES[name]() });`,
  },
  {
    file: join(ROOT, 'shell/src/main.ts'),
    from: WHOLE_FILE,
    to: `import { findRedirectUrl } from './remotes/overrides/stored-overrides.ts';
const address = findRedirectUrl(location.href);
if (address === undefined) void import(${formatImportComment(alone !== undefined, 'bootstrap')} './bootstrap.tsx').then(({ start }) => start());
else location.replace(address);`,
  },
];

/** Loads a page with its remote instead of lazily. */
const eagerPage = ({ remote, page }) => ({
  file: join(REMOTES.get(remote), 'src/remote.tsx'),
  from: new RegExp(`(['"]?\\b${page}['"]?: (?:withPreload\\(\\s*)?\\(\\) => import\\()`),
  to: '$1/* webpackMode: "eager" */ ',
});

/**
 * Rules for one build of shell and remotes without Module Federation.
 *
 * @param {{ remote: string, page: string }} [alone] page that the first script contains; by default each import() is a chunk
 * @returns {import('@rspack/core').RuleSetRule[]}
 */
export const withoutFederation = (alone) =>
  [...replaceShell(alone), ...(alone ? [eagerPage(alone)] : [])].map((change) => changeRule(change));
