import { jest } from '@jest/globals';
import { createStore, useStore } from '@solvent/store';
import { renderScreen } from '@solvent/testing/render-screen';
import { act } from '@testing-library/react';
import type { ReactElement } from 'react';

const HOUR_MS = 3_600_000;
const offset = createStore(() => 0);
const getServerTime = () => Date.now() + offset.getState();
const useServerTime = () => {
  useStore(offset);
  return getServerTime();
};
jest.unstable_mockModule('@solvent/socket', () => ({
  getServerTime,
  useServerTime,
  onConnected: () => () => undefined,
  onServerEvent: () => () => undefined,
}));
const { DueDate } = await import('./due-date.tsx');
const { DueText } = await import('./work-step.tsx');

const dueAt = new Date(Date.now() + HOUR_MS).toISOString();

it.each<[name: string, element: ReactElement, before: RegExp, after: RegExp]>([
  ['date of an agreement', <DueDate key="date" dueAt={dueAt} isOpen />, /within a day/, /1 day late/],
  ['date of a list', <DueText key="text" time={dueAt} />, /^due /, /^was due /],
])('the due %s follows the clock when it was measured', (_name, element, before, after) => {
  const { container } = renderScreen(element);
  expect(container).toHaveTextContent(before);
  act(() => offset.setState(2 * HOUR_MS));
  expect(container).toHaveTextContent(after);
  act(() => offset.setState(0));
});
