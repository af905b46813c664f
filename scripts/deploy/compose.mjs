import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DCLinter } from 'dclint';

/** People come in by the edge, from everywhere. */
const RULES = { 'no-unbound-port-interfaces': 0 };

/**
 * Violations of the Compose specification's schema, and errors of its linter. Style rules of order and quotes do not count.
 *
 * @param {string} path for messages
 * @param {string} text
 * @returns {string[]}
 */
export function composeFindings(path, text) {
  const folder = mkdtempSync(join(tmpdir(), 'solvent-compose-'));
  try {
    writeFileSync(join(folder, 'compose.yaml'), text);
    const linter = new DCLinter({ rules: RULES, quiet: true, debug: false, exclude: [], disableRules: [] });
    const messages = linter.lintFiles([join(folder, 'compose.yaml')], false).flatMap((result) => result.messages);
    return messages.filter(({ type }) => type === 'error').map(({ line, message }) => `${path}:${line} ${message}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
