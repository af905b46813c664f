import { jest } from '@jest/globals';
import { evaluateSequentially } from './tasks.ts';

function busy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('yields to other work between slow modules', async () => {
  const done: string[] = [];
  const long = (name: string) => () => {
    busy(10);
    done.push(name);
    setTimeout(() => done.push(`work queued by ${name}`));
  };
  await evaluateSequentially([long('one'), long('two'), long('three')]);
  expect(done).toEqual(['one', 'work queued by one', 'two', 'work queued by two', 'three']);
});

it('evaluates fast modules in one task', async () => {
  const done: string[] = [];
  setTimeout(() => done.push('other work'));
  await evaluateSequentially(
    ['one', 'two', 'three'].map((name) => () => {
      done.push(name);
      setTimeout(() => done.push('later'));
    }),
  );
  expect(done).toEqual(['other work', 'one', 'two', 'three']);
});

it('stops at a module that throws', async () => {
  const fail = () => {
    throw new Error('module');
  };
  await expect(evaluateSequentially([fail, () => busy(1)])).rejects.toThrow('module');
});

it('does not yield in a background tab, where timers are throttled', async () => {
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const done: string[] = [];
  setTimeout(() => done.push('other work'));
  await evaluateSequentially(
    ['one', 'two'].map((name) => () => {
      busy(10);
      done.push(name);
    }),
  );
  expect(done).toEqual(['one', 'two']);
  hidden.mockRestore();
});
