import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveAway, spawnConfined } from './confined.mjs';
import { mayWrite } from './tree.mjs';

const PROGRAM = `
import { writeFileSync } from 'node:fs';
const may = (path) => {
  try {
    writeFileSync(path, 'written');
    return true;
  } catch {
    return false;
  }
};
process.once('SIGTERM', () => process.exit(0));
process.stdout.write(JSON.stringify({ tree: may('program.mjs'), new: may('other.mjs'), data: may(process.env.DATA_DIR + '/file') }));
setInterval(() => {}, 1000);
`;

let home;
let folders;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'solvent-confined-')));
  chmodSync(home, 0o755);
  folders = { tree: join(home, 'tree'), data: join(home, 'data') };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  writeFileSync(join(folders.tree, 'program.mjs'), PROGRAM);
  giveAway(folders.data);
  mayWrite(folders.tree, false);
});
afterEach(() => {
  mayWrite(home, true);
  rmSync(home, { recursive: true });
});

it('lets a program write its data and nothing of its own, and hands it the signal to stop', async () => {
  const child = spawnConfined(folders, ['program.mjs'], { PATH: process.env.PATH, DATA_DIR: folders.data });
  const ended = new Promise((done) => child.once('close', (code, signal) => done(signal ?? code)));
  const said = await new Promise((done) => child.stdout.once('data', (chunk) => done(String(chunk))));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(JSON.parse(said)).toEqual({ tree: false, new: false, data: true });
  expect(readFileSync(join(folders.data, 'file'), 'utf8')).toBe('written');
  expect(existsSync(join(folders.tree, 'other.mjs'))).toBe(false);
});
