import { createEvent, fireEvent } from '@testing-library/react';
import { ignoreStrayDrops } from './stray-drops.ts';

document.body.innerHTML = `
  <p>Beside the fields</p>
  <input type="file" id="file" />
  <input type="file" id="disabled" disabled />
  <textarea></textarea>
  <div id="zone"></div>
`;
ignoreStrayDrops();

function isPrevented(type: 'dragOver' | 'drop', selector: string, types: readonly string[]): boolean {
  const target = document.querySelector(selector);
  if (!target) throw new Error(`There is no ${selector}.`);
  const event = createEvent[type](target, { dataTransfer: { types, dropEffect: 'copy' } });
  fireEvent(target, event);
  return event.defaultPrevented;
}

it.each([
  ['a file beside the fields', 'p', ['Files'], true],
  ['a file on a text field, which browsers would open', 'textarea', ['Files'], true],
  ['a file on a disabled file field', '#disabled', ['Files'], true],
  ['a file on a file field', '#file', ['Files'], false],
  ['cells of a spreadsheet on a text field', 'textarea', ['text/plain', 'Files'], false],
  ['text beside the fields', 'p', ['text/plain'], false],
])('%s: the drop is ignored or left to the browser (product 10.10)', (_what, selector, types, prevented) => {
  expect([isPrevented('dragOver', selector, types), isPrevented('drop', selector, types)]).toEqual([prevented, prevented]);
});

it('leaves a drop zone the effect that it shows (product 10.10)', () => {
  const zone = document.querySelector('#zone');
  zone?.addEventListener('dragover', (event) => event.preventDefault());
  const event = createEvent.dragOver(zone ?? document.body, { dataTransfer: { types: ['Files'], dropEffect: 'copy' } });
  fireEvent(zone ?? document.body, event);
  expect((event as DragEvent).dataTransfer?.dropEffect).toBe('copy');
});
