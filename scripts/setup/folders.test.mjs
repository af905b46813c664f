import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { rootProblem } from '../../shared/setup/folders.mjs';

/** Only root can change a folder's owner. Without root, the folder belongs to the current user, and getuid is mocked. */
const isRoot = userInfo().uid === 0;
const user = isRoot ? "'#12345'" : userInfo().username;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'solvent-owner-'));
  if (isRoot) chownSync(folder, 12_345, 12_345);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

it("refuses root in another user's folder and below it, with the user to run as", () => {
  jest.spyOn(process, 'getuid').mockReturnValue(0);
  const sentence = `Run this as ${user}, the owner of ${folder}: sudo -u ${user} … `;
  expect(rootProblem(folder)).toMatch(sentence);
  expect(rootProblem(join(folder, 'not/made'))).toMatch(sentence);
});

it("accepts root in its own folders, and other users in anyone's", () => {
  jest.spyOn(process, 'getuid').mockReturnValue(0);
  expect(rootProblem('/')).toBeUndefined();
  jest.spyOn(process, 'getuid').mockReturnValue(1000);
  expect(rootProblem(folder)).toBeUndefined();
});
