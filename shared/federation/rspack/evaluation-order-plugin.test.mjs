import { createRequire } from 'node:module';
import { join } from 'node:path';
import { EvaluationOrderPlugin } from './evaluation-order-plugin.mjs';
import { build, makeFixture } from './testing/fixture.mjs';

const evaluated = (name) => `globalThis.evaluated.push('${name}');`;

const FILES = {
  // The first module loads the chunk of all.
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
  'late.js': `import { other } from './other.js'; import { one } from './first.js'; import { own } from './own.js'; ${evaluated('late')} export const all = other + one + own;
    export const later = () => import('./lazy.js');`,
  'own.js': `${evaluated('own')} export const own = 0;`,
  'lazy.js': evaluated('lazy'),
};
const fixtures = [];
async function buildMain() {
  const fixture = makeFixture(FILES);
  fixtures.push(fixture);
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
  return createRequire(import.meta.url)(join(fixture.folder, 'dist/main.cjs'));
}
afterAll(() => fixtures.forEach((fixture) => fixture.remove()));

it('evaluates a late module in steps, each after its imports', async () => {
  globalThis.evaluated = [];
  const main = await buildMain();
  await main.first();
  expect(globalThis.evaluated).toEqual(['first']);
  const parts = [];
  for (const id of main.order) {
    const before = globalThis.evaluated.length;
    main.evaluate(id);
    parts.push(globalThis.evaluated.slice(before));
  }
  // The bundler concatenates left and right with their importer.
  expect(parts).toEqual([[], ['left', 'right', 'other'], ['own', 'late']]);
  expect((await main.late()).all).toBe(6);
});

it('is the same in any folder', async () => {
  const orders = [];
  for (let built = 0; built < 3; built += 1) orders.push((await buildMain()).order);
  expect(new Set(orders.map(String)).size).toBe(1);
});

it('fails a build that has no such module', async () => {
  const fixture = makeFixture(FILES);
  fixtures.push(fixture);
  const plugins = [new EvaluationOrderPlugin('nowhere.js')];
  const config = { context: fixture.folder, mode: 'production', entry: './main.js', plugins };
  await expect(build({ ...config, output: { path: join(fixture.folder, 'none') } })).rejects.toThrow(
    'No module ends with "nowhere.js".',
  );
});
