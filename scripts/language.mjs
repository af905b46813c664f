import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPhrases, findTermForName, findTerms } from './language/find-terms.mjs';
import { ROOT } from './setup/root.mjs';
import { runMain, StartError } from './setup/start-error.mjs';

/** Folders whose sources use standard terms throughout. */
const FOLDERS = [
  'api',
  'delivery',
  'deploy',
  'dev',
  'e2e',
  'mf-auth',
  'mf-marketplace',
  'mf-messaging',
  'mf-toolbox',
  'scripts',
  'shared',
  'shell',
];
/** The words and phrases themselves, and modules of the demo data, which are products of others. */
const EXCEPT = /^scripts\/language\/(?:terms|find-terms\.test)\.mjs$|^dev\/demo\/assets\/(?:modules|earlier)\//;
/** The last commit before subjects were checked. */
const BASE = '9b056a5767';
const SUBJECT_MAX = 72;

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });

/** @param {string} path of a source file @returns {string | undefined} the term for a word in its name */
const findTermForPath = (path) =>
  path
    .split('/')
    .map((part) => findTermForName(part.replace(/\..*$/, '')))
    .find(Boolean);

function checkSources(folders) {
  const paths = git('ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders)
    .split('\n')
    .filter((path) => /\.(?:ts|tsx|mts|mjs)$/.test(path) && !EXCEPT.test(path))
    // The index also lists files whose removal is not staged yet.
    .filter((path) => existsSync(join(ROOT, path)));
  return paths.flatMap((path) => {
    const term = findTermForPath(path);
    const inside = findTerms(path, readFileSync(join(ROOT, path), 'utf8')).map(
      (found) => `${path}:${found.line}: "${found.text}" → ${found.term}`,
    );
    return term ? [`${path}: name → ${term}`, ...inside] : inside;
  });
}

/** Subjects of commits since the base; none in a clone that is too shallow to have it. */
function checkSubjects() {
  let subjects;
  try {
    subjects = git('log', '--no-merges', '--format=%h %s', `${BASE}..HEAD`).split('\n').filter(Boolean);
  } catch {
    return [];
  }
  return subjects.flatMap((line) => {
    const [hash, ...words] = line.split(' ');
    const subject = words.join(' ');
    const long = subject.length > SUBJECT_MAX ? [`commit ${hash}: "${subject}" → at most ${SUBJECT_MAX} characters`] : [];
    return [...long, ...findPhrases(subject).map(({ text, term }) => `commit ${hash}: "${text}" → ${term}`)];
  });
}

/** `pnpm test:language [folder …]`: names, comments and subjects of commits use the field's terms (CONTRIBUTING.md). */
async function main() {
  const folders = process.argv.slice(2);
  const findings = folders.length > 0 ? checkSources(folders) : [...checkSources(FOLDERS), ...checkSubjects()];
  if (findings.length === 0) return process.stdout.write('Names and comments use standard terms.\n');
  process.stdout.write(`${findings.join('\n')}\n`);
  throw new StartError(
    `${findings.length} ${findings.length === 1 ? 'place needs' : 'places need'} a standard term: see scripts/language/terms.mjs.`,
  );
}

await runMain(main);
