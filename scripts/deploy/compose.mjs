import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DCLinter } from 'dclint';

/** The edge accepts connections from all addresses, so its port has no interface. */
const LINT_RULES = { 'no-unbound-port-interfaces': 0 };

/**
 * Lints a Compose file and validates it by the schema. Ignores warnings, such as order and quotes.
 *
 * @param {string} path for messages
 * @param {string} text
 * @returns {string[]}
 */
export function findComposeErrors(path, text) {
  const folder = mkdtempSync(join(tmpdir(), 'solvent-compose-'));
  try {
    writeFileSync(join(folder, 'compose.yaml'), text);
    const linter = new DCLinter({ rules: LINT_RULES, quiet: true, debug: false, exclude: [], disableRules: [] });
    const messages = linter.lintFiles([join(folder, 'compose.yaml')], false).flatMap((result) => result.messages);
    return messages.filter(({ type }) => type === 'error').map(({ line, message }) => `${path}:${line} ${message}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
