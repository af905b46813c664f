import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesIn, changesOf, mayWrite, stateOf } from './tree.mjs';

let home;
let tree;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'solvent-tree-'));
  tree = join(home, 'tree');
  mkdirSync(join(tree, 'part'), { recursive: true });
  mkdirSync(join(home, 'outside'));
  writeFileSync(join(tree, 'part/program.js'), '12345');
  writeFileSync(join(home, 'outside/other.js'), '123');
  symlinkSync('../outside', join(tree, 'link'));
});
afterEach(() => {
  mayWrite(tree, true);
  rmSync(home, { recursive: true });
});

const modeOf = (path) => statSync(join(home, path)).mode & 0o777;

it('takes the right to write and gives it back, past no link', () => {
  const before = modeOf('outside/other.js');
  mayWrite(tree, false);
  expect([modeOf('tree'), modeOf('tree/part'), modeOf('tree/part/program.js')]).toEqual([0o555, 0o555, 0o444]);
  expect(modeOf('outside/other.js')).toBe(before);
  mayWrite(tree, true);
  expect([modeOf('tree'), modeOf('tree/part/program.js')]).toEqual([0o755, 0o644]);
});

it('counts each file once, and none behind a link', () => {
  expect(bytesIn(tree)).toBe(5);
});

it.each([
  ['a new file', 'part/new.js', () => writeFileSync(join(tree, 'part/new.js'), '')],
  ['a longer one', 'part/program.js', () => writeFileSync(join(tree, 'part/program.js'), '123456')],
  ['other rights', 'part/program.js', () => chmodSync(join(tree, 'part/program.js'), 0o777)],
  ['one that is gone', 'part/program.js', () => rmSync(join(tree, 'part/program.js'))],
])('sees %s', (_what, path, change) => {
  const before = stateOf(tree);
  expect(changesOf(before, stateOf(tree))).toEqual([]);
  change();
  expect(changesOf(before, stateOf(tree))).toContain(join(tree, path));
});
