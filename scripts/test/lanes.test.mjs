import { runLanes } from './lanes.mjs';

/** Steps that end when they are told to. */
function steps() {
  const started = [];
  const ends = new Map();
  const run = (name, lane) => {
    started.push(`${lane}:${name}`);
    return new Promise((done) => ends.set(name, (code) => done({ name, code })));
  };
  const end = async (name, code = 0) => {
    ends.get(name)(code);
    await new Promise((done) => setImmediate(done));
  };
  return { run, started, end };
}

it('runs lanes side by side, and the steps of a lane one after the other', async () => {
  const { run, started, end } = steps();
  const ran = runLanes([['unit', 'api'], ['build']], run);
  expect(started).toEqual(['0:unit', '1:build']);
  await end('unit');
  expect(started).toEqual(['0:unit', '1:build', '0:api']);
  await end('build');
  await end('api');
  expect((await ran).map(({ name }) => name)).toEqual(['unit', 'api', 'build']);
});

it('starts nothing in any lane once a step has failed', async () => {
  const { run, started, end } = steps();
  const ran = runLanes(
    [
      ['unit', 'api'],
      ['build', 'chaos'],
    ],
    run,
  );
  await end('build', 1);
  await end('unit');
  expect(await ran).toEqual([
    { name: 'unit', code: 0 },
    { name: 'build', code: 1 },
  ]);
  expect(started).toEqual(['0:unit', '1:build']);
});
