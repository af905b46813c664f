/** @jest-environment node */
import { jest } from '@jest/globals';
import { onDialogRequest, onPageRequest, requestDialog, requestPage } from './commands.ts';

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

it('a request for a dialog reaches who listens for dialogs, until they stop', () => {
  const open = jest.fn();
  const goTo = jest.fn();
  const stops = [onDialogRequest(open), onPageRequest(goTo)];
  requestDialog('solver-switch-dialog');
  expect(open.mock.calls).toEqual([['solver-switch-dialog']]);
  stops.forEach((stop) => stop());
  requestDialog('solver-switch-dialog');
  expect(open).toHaveBeenCalledTimes(1);
  expect(goTo).not.toHaveBeenCalled();
});
