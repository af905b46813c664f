import { accessSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { ROOT } from './root.mjs';
import { StartError } from './start-error.mjs';

/** Value of `ENV_FILE` for no file, as in tests. */
const NONE = 'none';

/** The settings of the servers on a machine that is set up with docs/operating.md. */
const SERVER_FILE = '/etc/solvent/env';

/**
 * Adds the settings of the workspace's `.env`, if there is one, to an environment, for every program that reads settings.
 * The environment wins, even with an empty value. `ENV_FILE` names another file, relative to the workspace, or `none`. Child
 * processes inherit the settings and read no other file.
 *
 * @param {NodeJS.ProcessEnv} [env] changed in place
 * @param {string} [root] folder of the workspace
 * @param {string} [serverFile] settings that systemd reads, too
 * @returns {string | undefined} the file that was read
 * @throws StartError if the file cannot be read, or has an invalid line, whose text is not repeated: it may be secret
 */
export function loadEnvFile(env = process.env, root = ROOT, serverFile = SERVER_FILE) {
  if (env.ENV_FILE === NONE) return undefined;
  const file = resolve(root, env.ENV_FILE || '.env');
  const text = read(file, Boolean(env.ENV_FILE));
  for (const [name, value] of Object.entries(parseEnv(text ?? ''))) if (name !== 'ENV_FILE') env[name] ??= value;
  if (file === serverFile || env.NODE_ENV === 'production') requireSystemdFormat(file, text ?? '');
  env.ENV_FILE ||= NONE;
  return text === undefined ? undefined : file;
}

/**
 * Like {@link loadEnvFile}, for the operator's commands: on a machine with servers they use the servers' settings, unless
 * `ENV_FILE` is set.
 *
 * @param {NodeJS.ProcessEnv} [env] @param {string} [root] @param {string} [serverFile] @returns {string | undefined}
 */
export function loadOperatorEnvFile(env = process.env, root = ROOT, serverFile = SERVER_FILE) {
  if (!env.ENV_FILE && exists(serverFile)) env.ENV_FILE = serverFile;
  return loadEnvFile(env, root, serverFile);
}

/** A file in a folder that this user may not search counts as existing: reading it reports the cause. */
function exists(file) {
  try {
    accessSync(file);
    return true;
  } catch (error) {
    return error.code !== 'ENOENT' && error.code !== 'ENOTDIR';
  }
}

function read(file, isNamed) {
  let text = '';
  try {
    text = readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .replaceAll('\r\n', '\n');
  } catch (error) {
    if (error.code === 'ENOENT' && !isNamed) return undefined;
    throw new StartError(
      `The settings in ${file} cannot be read (${error.code}): see that it is a file that this user may read, or name another one in ENV_FILE.`,
    );
  }
  const wrong = wrongLine(text);
  if (wrong === 0) return text;
  throw new StartError(
    `The settings in ${file} are wrong at line ${wrong}: write NAME=value, with both quotes where there are any, or begin the line with #.`,
  );
}

/** A value in quotes may have several lines: it counts as empty, and its lines stay. */
const QUOTED = /^([ \t]*(?:export[ \t]+)?\w+[ \t]*=[ \t]*)("[^"]*"|'[^']*'|`[^`]*`)/gm;
const LINE = /^\s*(?:#.*|(?:export\s+)?[A-Za-z_]\w*\s*=(?!\s*["'`]).*)?$/;

/**
 * Syntax that systemd reads like Node. It ignores lines with `export`, keeps a comment after a value as part of the value,
 * knows no backticks, and removes backslashes.
 */
const SYSTEMD_QUOTED = /^([ \t]*\w+[ \t]*=[ \t]*)("[^"\\]*"|'[^']*')/gm;
const SYSTEMD_LINE = /^\s*(?:#.*|[A-Za-z_]\w*\s*=[^#`\\]*)?$/;

/** @throws StartError where systemd would read another value than Node @param {string} file @param {string} text */
function requireSystemdFormat(file, text) {
  const wrong = wrongLine(text, SYSTEMD_QUOTED, SYSTEMD_LINE);
  if (wrong === 0) return;
  throw new StartError(
    `systemd reads line ${wrong} of ${file} differently: write NAME=value without export, backticks and backslashes, comments on lines of their own, and a value with # in quotes.`,
  );
}

/** The first line that is no setting, or 0: Node's own reader passes over it in silence. */
function wrongLine(text, quoted = QUOTED, setting = LINE) {
  const unquoted = text.replaceAll(quoted, (_all, name, value) => name + value.replaceAll(/[^\n]/g, ''));
  return unquoted.split('\n').findIndex((line) => !setting.test(line)) + 1;
}
