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
  it('has its folder, its title, the contract of the shell and a port of its own', () => {
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
    ['a name as long as a sentence', ['a'.repeat(41)], /^The name is too long: 40 letters/],
    ['its folder in place of its name', ['mf-reports'], /^Leave out the "mf-"/],
    ['what the server keeps', ['metrics'], /^"metrics" is kept for the platform: choose another name\.$/],
    ['a remote that there is', ['accounts'], /^There is a folder mf-accounts already: choose another name, or go on in it\.$/],
    ['a folder that is no remote', ['unfinished'], /^There is a folder mf-unfinished already/],
    ['a path of another remote', ['profile'], /^The path \/profile belongs to mf-accounts: choose another name\.$/],
    ['such a path in other letters', ['finishsignup'], /^The path \/finishsignup belongs to mf-accounts/],
    ['a path of the shell', ['terms'], /^The path \/terms belongs to shell/],
  ])('is refused for %s', (_what, args, message) => {
    expect(() => planRemote(root, args)).toThrow(message);
  });
});
