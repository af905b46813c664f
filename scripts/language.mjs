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
/** Excludes the lists of terms, and the modules of the demo data. */
const EXCLUDED = /^scripts\/language\/(?:terms|find-terms\.test)\.mjs$|^dev\/demo\/assets\/(?:modules|earlier)\//;
/** The commit after which subjects are checked. */
const FIRST_COMMIT = '9b056a5767';
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
    .filter((path) => /\.(?:ts|tsx|mts|mjs)$/.test(path) && !EXCLUDED.test(path))
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

/** Checks the subjects of commits since FIRST_COMMIT. A shallow clone without it has no findings. */
function checkSubjects() {
  let subjects;
  try {
    subjects = git('log', '--no-merges', '--format=%h %s', `${FIRST_COMMIT}..HEAD`).split('\n').filter(Boolean);
  } catch {
    return [];
  }
  return subjects.flatMap((line) => {
    const [hash, ...words] = line.split(' ');
    const subject = words.join(' ');
    const tooLong = subject.length > SUBJECT_MAX ? [`commit ${hash}: "${subject}" → at most ${SUBJECT_MAX} characters`] : [];
    return [...tooLong, ...findPhrases(subject).map(({ text, term }) => `commit ${hash}: "${text}" → ${term}`)];
  });
}

/** `pnpm test:language [folder …]`: checks that names, comments and commit subjects use standard terms (CONTRIBUTING.md). */
async function main() {
  const folders = process.argv.slice(2);
  const findings = folders.length > 0 ? checkSources(folders) : [...checkSources(FOLDERS), ...checkSubjects()];
  if (findings.length === 0) return process.stdout.write('Names and comments use standard terms.\n');
  process.stdout.write(`${findings.join('\n')}\n`);
  throw new StartError(
    `${findings.length} ${findings.length === 1 ? 'name or comment needs' : 'names or comments need'} a standard term: see scripts/language/terms.mjs.`,
  );
}

await runMain(main);
