import { jest } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { ignoreComposingKeys } from './composing-keys.ts';

it('keeps keys of an input method from all other listeners (product 10.13)', () => {
  ignoreComposingKeys();
  const onKey = jest.fn();
  window.addEventListener('keydown', onKey, true);
  document.addEventListener('keydown', onKey, true);
  fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true });
  fireEvent.keyDown(document.body, { key: 'Escape', keyCode: 229 });
  expect(onKey).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Escape', keyCode: 27 });
  expect(onKey).toHaveBeenCalledTimes(2);
});
