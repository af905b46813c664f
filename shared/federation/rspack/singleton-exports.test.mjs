import { join } from 'node:path';
import { listExports } from './singleton-exports.mjs';
import { SINGLETON_FILES } from './singleton-versions.mjs';
import { makeFixture } from './testing/fixture.mjs';

const fixture = makeFixture({
  'index.ts': `
    export { Box, Stack as VStack } from '@chakra-ui/react';
    export type { BoxProps } from '@chakra-ui/react';
    export * from './rules.ts';
    export * as texts from './texts.ts';
    export const toast = 1, timeout: number = 2;
    export function confirm() {}
    export interface Options {}`,
  'rules.ts': 'export class Rule {}\nexport default 1;',
  'texts.ts': '',
  'all.ts': "export * from 'zustand';",
});
afterAll(() => fixture.remove());

it('are found in its sources, including re-exported files, without types', () => {
  expect([...(listExports(join(fixture.folder, 'index.ts')) ?? [])].toSorted()).toEqual(
    ['Box', 'Rule', 'VStack', 'confirm', 'default', 'texts', 'timeout', 'toast'].toSorted(),
  );
});

it('are unknown if it re-exports a whole library', () => {
  expect(listExports(join(fixture.folder, 'all.ts'))).toBeUndefined();
});

it.each(Object.entries(SINGLETON_FILES))('are known for %s', (_name, file) => {
  expect(listExports(file)?.size).toBeGreaterThan(0);
});
