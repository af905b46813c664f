import type { ModuleListItem } from '@solvent/contracts';
import { buildModule } from '../../testing/modules.ts';
import { MODULE_CORPUS, MODULE_SEARCHES } from '../../testing/relevance.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  const author = await test.signedIn('solver');
  for (const [slug, [title, tags, description]] of Object.entries(MODULE_CORPUS))
    await buildModule(test, author, { slug, title, tags: tags.split(','), description });
});
afterAll(() => test.close());

it('finds the expected modules (product 2.48)', async () => {
  const misses: string[] = [];
  for (const [typed, wanted] of MODULE_SEARCHES) {
    const { body } = await test.request('GET', `/api/modules?search=${encodeURIComponent(typed)}`);
    // The response schema guarantees it.
    const found = (body['modules'] as ModuleListItem[]).map(({ slug }) => slug).toSorted();
    if (found.join(' ') !== wanted.split(' ').toSorted().join(' '))
      misses.push(`${typed}: ${found.join(' ')} instead of ${wanted}`);
  }
  expect(misses).toEqual([]);
});
