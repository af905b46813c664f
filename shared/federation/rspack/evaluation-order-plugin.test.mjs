import { createRequire } from 'node:module';
import { join } from 'node:path';
import { EvaluationOrderPlugin } from './evaluation-order-plugin.mjs';
import { build, makeFixture } from './testing/fixture.mjs';

const evaluated = (name) => `globalThis.evaluated.push('${name}');`;

const fixture = makeFixture({
  // The first module brings the chunk that all are in.
  'main.js': `
    const first = () => import(/* webpackChunkName: "late" */ './first.js');
    const late = () => import(/* webpackChunkName: "late" */ './late.js');
    const other = () => import(/* webpackChunkName: "late" */ './other.js');
    export const order = __webpack_require__.evaluationOrder;
    export const evaluate = (id) => __webpack_require__(id);
    export { first, late, other };`,
  'first.js': `${evaluated('first')} export const one = 1;`,
  'left.js': `import { one } from './first.js'; ${evaluated('left')} export const left = one + 1;`,
  'right.js': `import { left } from './left.js'; ${evaluated('right')} export const right = left + 1;`,
  'other.js': `import { right } from './right.js'; import { left } from './left.js'; ${evaluated('other')} export const other = right + left;`,
  'late.js': `import { other } from './other.js'; import { one } from './first.js'; ${evaluated('late')} export const all = other + one;
    export const later = () => import('./lazy.js');`,
  'lazy.js': evaluated('lazy'),
});
afterAll(() => fixture.remove());

it('by the order that an entry knows, a late module is evaluated in parts, each with what it imports there', async () => {
  const { errors } = await build({
    context: fixture.folder,
    mode: 'production',
    target: 'node',
    entry: './main.js',
    output: {
      path: join(fixture.folder, 'dist'),
      filename: '[name].cjs',
      chunkFilename: '[name].cjs',
      library: { type: 'commonjs2' },
    },
    plugins: [new EvaluationOrderPlugin('late.js')],
  });
  expect(errors).toEqual([]);
  globalThis.evaluated = [];
  const main = createRequire(import.meta.url)(join(fixture.folder, 'dist/main.cjs'));
  await main.first();
  expect(globalThis.evaluated).toEqual(['first']);
  const parts = [];
  for (const id of main.order) {
    const before = globalThis.evaluated.length;
    main.evaluate(id);
    parts.push(globalThis.evaluated.slice(before));
  }
  // Left and right are concatenated with what imports them: one module of the build.
  expect(parts).toEqual([[], ['left', 'right', 'other'], ['late']]);
  expect((await main.late()).all).toBe(6);
});

it('fails a build that has no such module', async () => {
  const plugins = [new EvaluationOrderPlugin('nowhere.js')];
  const config = { context: fixture.folder, mode: 'production', entry: './main.js', plugins };
  await expect(build({ ...config, output: { path: join(fixture.folder, 'none') } })).rejects.toThrow(
    'No module ends with "nowhere.js".',
  );
});
