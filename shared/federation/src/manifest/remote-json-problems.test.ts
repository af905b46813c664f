/** @jest-environment node */
import { iconsToPublish, remoteJsonProblems } from './index.ts';

const REPORTS = {
  name: 'reports',
  contract: '^3.2.0',
  paths: [{ path: '/reports', page: 'overview', title: 'Reports', menu: { bar: { icon: 'chart-line' } } }],
};
const isIcon = (name: string) => name === 'chart-line' || name === 'bell';
const problems = (changes: object) => remoteJsonProblems({ ...REPORTS, ...changes }, { name: 'reports', isIcon });
const menu = (icon: string) => ({ paths: [{ ...REPORTS.paths[0], menu: { bar: { icon }, sheet: { icon: 'bell' } } }] });

describe('a remote.json', () => {
  it('can be built as the generator writes it, with an icon of Lucide', () => {
    expect(problems({ slots: ['reports-settings', 'reports-dialog'] })).toEqual([]);
  });

  it.each<[what: string, changes: object, message: string]>([
    [
      'an icon that Lucide does not have',
      menu('chart-lien'),
      'Lucide has no icon "chart-lien": choose one of https://lucide.dev/icons.',
    ],
    ['the name of another folder', { name: 'report' }, '"name" is "report", and its folder is mf-reports: write "reports".'],
    [
      'one address twice',
      { paths: ['/reports/:id', '/reports/:year'].map((path) => ({ path, page: 'one', title: 'One' })) },
      '"/reports/:id" and "/reports/:year" are the same address: take one of them out.',
    ],
    [
      'a slot without a place',
      { slots: ['reports-side-bar'] },
      'The shell has no place for the slot "reports-side-bar": a dialog ends in',
    ],
    ['the version that the build adds', { version: '1.0.0' }, 'version'],
    ['the icons that the build adds', { icons: {} }, 'icons'],
  ])('is refused with %s', (_what, changes, message) => {
    expect(problems(changes)).toEqual([expect.stringContaining(message)]);
  });

  it('is told everything that is wrong with it at once', () => {
    expect(problems({ contract: undefined, paths: [{ path: 'reports', page: 'one', title: 'One' }] })).toHaveLength(2);
  });

  it.each([[undefined], [null], ['text'], [[]]])('is an object: %s', (written) => {
    expect(remoteJsonProblems(written, { name: 'reports', isIcon })).not.toEqual([]);
  });
});

it('a build publishes what icons are drawn of, those aside that the shell has', () => {
  const nodes = [['path', { d: 'M0 0' }] as [string, Record<string, string>]];
  const [path] = REPORTS.paths;
  if (!path) throw new Error('It has a path.');
  const remote = (icon: string) => ({ paths: [{ ...path, menu: { bar: { icon } } }] }) as never;
  expect(iconsToPublish(remote('chart-line'), () => nodes)).toEqual({ icons: { 'chart-line': nodes } });
  expect(iconsToPublish(remote('bell'), () => nodes)).toEqual({});
});
