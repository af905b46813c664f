import { chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../testing/server-process.ts';
import { readOwners } from './stores.ts';

/** Only root can change owners; for other users all files keep this user as the owner. */
const uid = process.getuid?.() === 0 ? 12_345 : (process.getuid?.() ?? 0);
const gid = process.getgid?.() === 0 ? 12_345 : (process.getgid?.() ?? 0);

describe('restored files', () => {
  const { path, remove } = temporaryFolder();
  afterAll(remove);

  it('belong to the owner of the folder, or of its nearest existing parent', () => {
    const data = join(path, 'data');
    mkdirSync(data);
    chownSync(data, uid, gid);
    const restoreOwners = readOwners([data, join(data, 'releases/new')]);
    mkdirSync(join(data, 'files/a'), { recursive: true });
    mkdirSync(join(data, 'releases/new'), { recursive: true });
    writeFileSync(join(data, 'files/a/one'), '');
    expect(restoreOwners()).toEqual([]);
    for (const name of ['.', 'files', 'files/a', 'files/a/one', 'releases/new'])
      expect(statSync(join(data, name))).toMatchObject({ uid, gid });
  });

  it('do not include the target of a symbolic link', () => {
    const [linking, target] = [join(path, 'linking'), join(path, 'target')];
    for (const folder of [linking, target]) mkdirSync(folder);
    writeFileSync(join(target, 'theirs'), '');
    const before = statSync(join(target, 'theirs'));
    chownSync(linking, uid, gid);
    const restoreOwners = readOwners([linking]);
    symlinkSync(target, join(linking, 'link'));
    restoreOwners();
    expect(statSync(join(target, 'theirs'))).toMatchObject({ uid: before.uid, gid: before.gid });
  });

  it('are not created if nothing was written', () => {
    expect(readOwners([join(path, 'never/made')])()).toEqual([]);
  });
});
