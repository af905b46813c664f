import { jest } from '@jest/globals';
import { createPhases } from './phases.mjs';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Phases that write here. */
function recorded() {
  const lines = [];
  return { lines, phases: createPhases({ write: (text) => lines.push(text), create: async () => undefined }) };
}

describe('phases without a terminal', () => {
  it('are a line each, with the time', async () => {
    const { lines, phases } = recorded();
    const building = phases.run('Building', async () => jest.advanceTimersByTimeAsync(1200));
    await building;
    await expect(phases.run('Publishing', () => Promise.reject(new Error('full')))).rejects.toThrow('full');
    expect(lines).toEqual(['✓ Building 1.2 s\n', '✗ Publishing 0.0 s\n']);
  });

  it('say every 30 s what they do, where nothing else is printed', async () => {
    const { lines, phases } = recorded();
    const building = await phases.begin('Building');
    building.report('3 of 12, @solvent/api');
    await jest.advanceTimersByTimeAsync(29_000);
    expect(lines).toEqual([]);
    const checking = await phases.begin('Checking');
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
});

it('phases of a terminal share a line that moves while one of them runs', async () => {
  const spinner = { text: '', isSpinning: false, start: jest.fn(() => (spinner.isSpinning = true)), stop: jest.fn(() => (spinner.isSpinning = false)) };
  const phases = createPhases({ write: () => undefined, create: async () => spinner });
  const [publishing, starting] = await Promise.all([phases.begin('Publishing'), phases.begin('Starting the server')]);
  publishing.report('toolbox');
  await jest.advanceTimersByTimeAsync(2000);
  expect(spinner.text).toBe('Publishing: toolbox (2 s) · Starting the server (2 s)');
  publishing.done();
  expect([spinner.text, spinner.isSpinning]).toEqual(['Starting the server (2 s)', true]);
  starting.done();
  expect(spinner.isSpinning).toBe(false);
});
