import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError } from '../setup/start-error.mjs';
import { planRemoval, removeRemote } from './remove-files.mjs';

const FILES = {
  'mf-reports/remote.json': '{}',
  'mf-report/remote.json': '{}',
  CODEOWNERS: '*              @solvent/platform\n/mf-report/     @solvent/one\n/mf-reports/    @solvent/reports\n',
  'knip.json': `{
  "workspaces": {
    "shell": { "project": ["src/**/*.{ts,tsx}"] },
    "mf-reports": {
      "entry": ["src/remote.tsx"],
      "project": ["src/**/*.{ts,tsx}"]
    },
    "mf-*": { "entry": ["src/remote.tsx"] }
  }
}
`,
  'docs/teams.md': 'The team of mf-reports meets on Mondays.\n',
};

let root;
const git = (...args) => execFileSync('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@example.com', ...args], { cwd: root });
const write = (path, text) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const read = (path) => readFileSync(join(root, path), 'utf8');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'solvent-remove-'));
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'all');
});
afterEach(() => rmSync(root, { recursive: true }));

/** Removes mf-reports. @returns the printed lines; `failure` if the packages could not be linked */
async function remove(link) {
  const lines = [];
  const remote = await planRemoval(root, ['reports']);
  const failure = await removeRemote(root, remote, { link, print: (text) => lines.push(...text.split('\n')) }).then(
    () => undefined,
    (error) => error,
  );
  return { lines, failure };
}

const REMAINING = [
  'Removed mf-reports/, its lines in CODEOWNERS, its lines in knip.json.',
  'If it is live, remove it from the channel: npx pnpm delivery retire reports',
  'These lines still mention it. Edit them:',
  '  docs/teams.md:1:The team of mf-reports meets on Mondays.',
];

it('deletes the folder and the lines for it, and reports remaining mentions', async () => {
  expect(await remove(async () => {})).toEqual({ lines: [...REMAINING, 'Updated pnpm-lock.yaml.'], failure: undefined });
  expect(existsSync(join(root, 'mf-reports'))).toBe(false);
  expect(existsSync(join(root, 'mf-report'))).toBe(true);
  expect(read('CODEOWNERS')).toBe('*              @solvent/platform\n/mf-report/     @solvent/one\n');
  expect(Object.keys(JSON.parse(read('knip.json')).workspaces)).toEqual(['shell', 'mf-*']);
});

it('reports the same, and how to continue, if the packages cannot be linked', async () => {
  const { lines, failure } = await remove(() => Promise.reject(new StartError('The packages could not be installed.')));
  expect(lines).toEqual(REMAINING);
  expect(failure).toBeInstanceOf(StartError);
  expect(failure.message).toBe(
    'The packages could not be installed.\nmf-reports/ is removed. To update pnpm-lock.yaml, run "npx pnpm install".',
  );
});

it.each([
  ['uncommitted changes', ['reports'], /^mf-reports has changes that are not committed: commit them, or add --force/],
  ['an unknown remote', ['report-cards'], /^There is no remote in mf-report-cards/],
  ['a path', ['../reports'], /^There is no remote in mf-\.\.\/reports/],
  ['nothing', [], /^Usage: pnpm remove-remote <name>/],
])('refuses to delete %s', async (_what, args, message) => {
  write('mf-reports/src/remote.tsx', 'export default {};');
  await expect(planRemoval(root, args)).rejects.toThrow(message);
});

it('deletes uncommitted changes on request', async () => {
  write('mf-reports/src/remote.tsx', 'export default {};');
  expect(await planRemoval(root, ['reports', '--force'])).toEqual({ name: 'reports', folder: 'mf-reports' });
});
