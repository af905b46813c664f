import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { release } from './release.mjs';
import { ROOT } from './setup/root.mjs';

const root = mkdtempSync(join(tmpdir(), 'solvent-release-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(path, content) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}
const read = (path) => readFileSync(join(root, path), 'utf8');
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
function commitAll(message) {
  git('add', '--all');
  git('commit', '--message', message);
}

beforeAll(() => {
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  write('.gitignore', 'node_modules\n');
  write('pnpm-workspace.yaml', 'packages:\n  - api\n  - mf-*\n');
  write('package.json', { name: 'solvent', version: '1.0.0', private: true });
  write('api/package.json', { name: '@solvent/api', version: '1.0.0', private: true });
  write('mf-toolbox/package.json', { name: '@solvent/mf-toolbox', version: '1.0.0', private: true });
  write('api/migrations/meta/_journal.json', { entries: [{ tag: '0000_initial' }, { tag: '0001_more' }] });
  write('api/migrations/previous-release.json', { version: '0.9.0', commit: 'x', migration: '0000_initial' });
  write('.changeset/config.json', readFileSync(join(ROOT, '.changeset/config.json'), 'utf8'));
  write('CHANGELOG.md', '# Changelog\n\nAbout it.\n\n## 1.0.0\n\nThe first release.\n');
  git('init', '--initial-branch', 'main');
  git('config', 'user.email', 'ada@example.com');
  git('config', 'user.name', 'Ada');
  commitAll('first');
});

it('refuses a release without changesets, or with uncommitted changes', () => {
  expect(() => release(root)).toThrow(/nothing to release/);
  write('.changeset/search.md', "---\n'@solvent/api': minor\n---\n\nProblems are found by their tags.\n");
  expect(() => release(root)).toThrow(/commit or stash/);
  commitAll('add search');
});

it('sets the version of server and workspace, writes the changelog, tags, and records the previous release', () => {
  expect(release(root)).toBe('1.1.0');
  const readVersion = (path) => JSON.parse(read(path)).version;
  expect(['package.json', 'api/package.json', 'mf-toolbox/package.json'].map(readVersion)).toEqual(['1.1.0', '1.1.0', '1.0.0']);
  expect(read('CHANGELOG.md')).toMatch(
    /^# Changelog\n[^]*## 1\.1\.0\n[^]*found by their tags[^]*## 1\.0\.0\n[^]*The first release/,
  );
  expect(readdirSync(join(root, '.changeset'))).toEqual(['config.json']);
  expect(readdirSync(join(root, 'api'))).not.toContain('CHANGELOG.md');
  const commit = git('rev-parse', 'v1.1.0^{commit}');
  expect(JSON.parse(read('api/migrations/previous-release.json'))).toEqual({ version: '1.1.0', commit, migration: '0001_more' });
  expect(JSON.parse(git('show', 'v1.1.0:api/migrations/previous-release.json')).version).toBe('0.9.0');
  expect(git('status', '--porcelain')).toBe('');
});
