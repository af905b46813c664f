import { jest } from '@jest/globals';
import { evaluateSequentially } from './tasks.ts';

/** As a module that takes so many ms. */
function busy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('modules that take long are evaluated one after the other, with time for other work in between', async () => {
  const done: string[] = [];
  const long = (name: string) => () => {
    busy(10);
    done.push(name);
    setTimeout(() => done.push(`what ${name} left for later`));
  };
  await evaluateSequentially([long('one'), long('two'), long('three')]);
  expect(done).toEqual(['one', 'what one left for later', 'two', 'what two left for later', 'three']);
});

it('modules that take no time share a task', async () => {
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

it('a module that throws keeps the others from being evaluated', async () => {
  const fail = () => {
    throw new Error('module');
  };
  await expect(evaluateSequentially([fail, () => busy(1)])).rejects.toThrow('module');
});

it('in the background modules are evaluated at once: timers take a second each there', async () => {
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
