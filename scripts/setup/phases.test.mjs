import { jest } from '@jest/globals';
import { createPhases } from './phases.mjs';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Creates phases that write to `lines`. */
function recordPhases({ isTerminal = false } = {}) {
  const lines = [];
  return { lines, phases: createPhases({ write: (text) => lines.push(text), isTerminal, create: async () => undefined }) };
}

describe('phases without a spinner', () => {
  it('print one line each, with the elapsed time', async () => {
    const { lines, phases } = recordPhases();
    await phases.run('Building', () => jest.advanceTimersByTimeAsync(1200));
    await expect(phases.run('Publishing', () => Promise.reject(new Error('full')))).rejects.toThrow('full');
    expect(lines).toEqual(['✓ Building 1.2 s\n', '✗ Publishing 0.0 s\n']);
  });

  it('print their progress every 30 s if nothing else is printed', async () => {
    const { lines, phases } = recordPhases();
    const building = phases.begin('Building');
    building.report('3 of 12, @solvent/api');
    await jest.advanceTimersByTimeAsync(29_000);
    expect(lines).toEqual([]);
    const checking = phases.begin('Checking');
    await jest.advanceTimersByTimeAsync(1000);
    expect(lines.splice(0)).toEqual(['  Building: 3 of 12, @solvent/api (30 s) · Checking (1 s)\n']);
    await jest.advanceTimersByTimeAsync(20_000);
    checking.done();
    await jest.advanceTimersByTimeAsync(29_000);
    expect(lines.splice(0)).toEqual(['✓ Checking 21.0 s\n']);
    building.done();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(lines).toEqual(['✓ Building 79.0 s\n']);
  });

  it('print it every 5 s on a terminal', async () => {
    const { lines, phases } = recordPhases({ isTerminal: true });
    phases.begin('Installing packages');
    await jest.advanceTimersByTimeAsync(10_000);
    expect(lines).toEqual(['  Installing packages (5 s)\n', '  Installing packages (10 s)\n']);
  });

  it('print the same if the spinner cannot be created', async () => {
    const lines = [];
    const create = () => Promise.reject(new Error('Cannot find module'));
    const phases = createPhases({ write: (text) => lines.push(text), isTerminal: true, create });
    await phases.run('Installing packages', () => jest.advanceTimersByTimeAsync(5000));
    expect(lines).toEqual(['  Installing packages (5 s)\n', '✓ Installing packages 5.0 s\n']);
  });
});

it('phases share an animated line while one of them runs', async () => {
  const spinner = { text: '', isSpinning: false };
  spinner.start = () => (spinner.isSpinning = true);
  spinner.stop = () => (spinner.isSpinning = false);
  const phases = createPhases({ write: () => undefined, isTerminal: true, create: async () => spinner });
  const [publishing, starting] = ['Publishing', 'Starting the server'].map(phases.begin);
  publishing.report('toolbox');
  await jest.advanceTimersByTimeAsync(2000);
  expect(spinner).toMatchObject({ text: 'Publishing: toolbox (2 s) · Starting the server (2 s)', isSpinning: true });
  publishing.done();
  expect(spinner).toMatchObject({ text: 'Starting the server (2 s)', isSpinning: true });
  starting.done();
  expect(spinner.isSpinning).toBe(false);
});
