/** @jest-environment node */
import { jest } from '@jest/globals';
import { onPageRequest, requestPage } from './commands.ts';

it('a request for a page reaches who listens, until they stop', () => {
  const decide = jest.fn();
  const stop = onPageRequest(decide);
  requestPage('/post-problem');
  requestPage('/post-problem');
  expect(decide.mock.calls).toEqual([['/post-problem'], ['/post-problem']]);
  stop();
  requestPage('/post-problem');
  expect(decide).toHaveBeenCalledTimes(2);
});
