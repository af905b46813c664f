import type { ModuleListItem } from '@solvent/contracts';
import { buildModule } from '../../testing/modules.ts';
import { MODULE_CORPUS, MODULE_SEARCHES } from '../../testing/relevance.ts';
import { setUpTestApp } from '../../testing/test-app.ts';

const test = setUpTestApp();
beforeAll(async () => {
  const author = await test.signedIn('solver');
  for (const [slug, [title, tags, description]] of Object.entries(MODULE_CORPUS))
    await buildModule(test, author, { slug, title, tags: tags.split(','), description });
});

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
