import { join } from 'node:path';
import { ROOT } from '../../../shared/federation/rspack/base-config.mjs';
import { REMOTES } from './pages.mjs';
import { changeRule } from './with-change.mjs';

/** What a module is written anew from. */
const WHOLE_FILE = /^[^]*$/;

/** How the bundler takes in what `import()` names: into the script that names it, or as a chunk of that name. */
const formatImportComment = (isEager, name) => (isEager ? '/* webpackMode: "eager" */' : `/* webpackChunkName: "${name}" */`);

/** The name of a remote's chunk: that of its exposed module, without its pages. */
export const remoteChunk = (remote) => `remote-${remote}`;

/** All of the shell that knows Module Federation, without it. @param {{ remote: string } | undefined} alone */
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

/** The loader of a page in its remote, which takes it in at once. */
const eagerPage = ({ remote, page }) => ({
  file: join(REMOTES.get(remote), 'src/remote.tsx'),
  from: new RegExp(`(['"]?\\b${page}['"]?: \\(\\) => import\\()`),
  to: '$1/* webpackMode: "eager" */ ',
});

/**
 * Rules that make one build of shell and remotes, in the place of Module Federation: all remotes are part of it.
 *
 * @param {{ remote: string, page: string }} [alone] the page that the first script has in it, with all that stands before it; none: each
 *   import() is a chunk, as in the sources
 * @returns {import('@rspack/core').RuleSetRule[]}
 */
export const withoutFederation = (alone) =>
  [...replaceShell(alone), ...(alone ? [eagerPage(alone)] : [])].map((change) => changeRule(change));
