/** @jest-environment node */
import { jest } from '@jest/globals';
import { onPostProblemRequest, requestPostProblem } from './commands.ts';

it('a request to post a problem reaches who listens, until they stop', () => {
  const decide = jest.fn();
  const stop = onPostProblemRequest(decide);
  requestPostProblem();
  requestPostProblem();
  expect(decide).toHaveBeenCalledTimes(2);
  stop();
  requestPostProblem();
  expect(decide).toHaveBeenCalledTimes(2);
});
