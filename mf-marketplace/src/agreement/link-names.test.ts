/** @jest-environment node */
import { nameLink } from './link-names.ts';

it.each([
  ['https://github.com/octo/importer/pull/12', 'octo/importer #12', true],
  ['https://www.github.com/octo/importer/pull/12/files?w=1', 'octo/importer #12', true],
  ['https://gitlab.com/octo/tools/importer/-/merge_requests/3', 'octo/tools/importer #3', true],
  ['https://bitbucket.org/octo/importer/pull-requests/4', 'octo/importer #4', true],
  ['https://codeberg.org/octo/importer/pulls/5', 'octo/importer #5', true],
  ['https://github.com/octo/importer', 'github.com/octo/importer', false],
  ['https://github.com.thief.example/octo/importer/pull/12', 'github.com.thief.example/octo/importer/pull/12', false],
  ['https://preview.example.com/?page=2', 'preview.example.com?page=2', false],
])('names %s "%s" (product 2.58)', (address, name, isPullRequest) => {
  expect(nameLink(address)).toEqual({ name, isPullRequest });
});
