import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { planRemote } from './plan.mjs';

const FILES = {
  'shell/shell.json': JSON.stringify({ contract: '1.2.0', paths: ['/', '/terms'] }),
  'mf-accounts/remote.json': JSON.stringify({
    paths: [{ path: '/profile/:id' }, { path: '/finishSignUp' }, { path: '/profile' }],
  }),
  'mf-accounts/rspack.config.mjs': 'export default remoteConfig({ port: 3001 });',
  'mf-unfinished/notes.md': 'no remote yet',
};

let root;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'solvent-plan-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

describe('a new remote', () => {
  it('has a folder, a title, the contract of the shell and a free port', () => {
    expect(planRemote(root, ['order-history'])).toEqual({
      name: 'order-history',
      title: 'Order History',
      port: 3002,
      contract: '1.2.0',
      folder: join(root, 'mf-order-history'),
    });
  });

  it.each([
    ['no name', [], /^Usage: pnpm new-remote <name>/],
    ['two names', ['order', 'history'], /^Usage/],
    ['an option', ['--help'], /^Usage/],
    ['capital letters', ['Reports'], /^"Reports" cannot name a remote: use lower-case letters/],
    ['a path', ['../reports'], /cannot name a remote/],
    ['a space', ['my reports'], /cannot name a remote/],
    ['nothing at all', [''], /cannot name a remote/],
    ['a name as long as a sentence', ['a'.repeat(41)], /^The name is too long: use at most 40 characters/],
    ['the folder instead of the name', ['mf-reports'], /^Leave out the "mf-"/],
    ['a reserved name', ['metrics'], /^"metrics" is reserved for the platform: choose another name\.$/],
    ['an existing remote', ['accounts'], /^The folder mf-accounts already exists: choose another name, or continue in it\.$/],
    ['a folder that is no remote', ['unfinished'], /^The folder mf-unfinished already exists/],
    ['a path of another remote', ['profile'], /^The path \/profile belongs to mf-accounts: choose another name\.$/],
    ['such a path in other case', ['finishsignup'], /^The path \/finishsignup belongs to mf-accounts/],
    ['a path of the shell', ['terms'], /^The path \/terms belongs to shell/],
  ])('is refused for %s', (_what, args, message) => {
    expect(() => planRemote(root, args)).toThrow(message);
  });
});
