import { jest } from '@jest/globals';
import type { TestApp } from './test-app.ts';

/** @returns the names of the limits that `act` consumes */
export async function recordConsumedLimits({ deps }: TestApp, act: () => Promise<unknown>): Promise<string[]> {
  const consume = jest.spyOn(deps.limits, 'consume');
  try {
    await act();
    return consume.mock.calls.map(([name]) => name);
  } finally {
    consume.mockRestore();
  }
}
