import { jest } from '@jest/globals';
import { fireEvent } from '@testing-library/react';

// Injected by the bundler.
Object.assign(globalThis, { SOLVENT_SINGLETON_VERSIONS: {} });
const { start } = await import('./bootstrap.tsx');

it('hides keys of an input method from all other listeners (product 10.13)', async () => {
  document.body.innerHTML = '<div id="root"></div>';
  await expect(start()).rejects.toThrow('The page has no channel document.');
  const onKey = jest.fn();
  window.addEventListener('keydown', onKey, true);
  document.addEventListener('keydown', onKey, true);
  fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true });
  fireEvent.keyDown(document.body, { key: 'Escape', keyCode: 229 });
  expect(onKey).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Escape', keyCode: 27 });
  expect(onKey).toHaveBeenCalledTimes(2);
});
