import { jest } from '@jest/globals';
import type { TestApp } from './test-app.ts';

/** Names of the limits that count while something is done. */
export async function recordConsumedLimits({ limits }: TestApp, act: () => Promise<unknown>): Promise<string[]> {
  const consume = jest.spyOn(limits, 'consume');
  try {
    await act();
    return consume.mock.calls.map(([name]) => name);
  } finally {
    consume.mockRestore();
  }
}
