import { waitFor } from '@testing-library/react';
import { openTabChannel } from './tab-channel.ts';

it('tells the other tabs, not itself, and nothing once it is closed', async () => {
  const here: string[] = [];
  const there: string[] = [];
  const one = openTabChannel<string>('solvent.test', (news) => here.push(news));
  const other = openTabChannel<string>('solvent.test', (news) => there.push(news));
  one.post('first');
  await waitFor(() => expect(there).toEqual(['first']));
  one.close();
  one.post('after the end');
  const third = openTabChannel<string>('solvent.test');
  third.post('second');
  await waitFor(() => expect(there).toEqual(['first', 'second']));
  expect(here).toEqual([]);
  other.close();
  third.close();
});

it('does nothing where a browser has no channels', () => {
  const { BroadcastChannel } = globalThis;
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  const channel = openTabChannel('solvent.test');
  expect(() => {
    channel.post('alone');
    channel.close();
  }).not.toThrow();
  globalThis.BroadcastChannel = BroadcastChannel;
});
