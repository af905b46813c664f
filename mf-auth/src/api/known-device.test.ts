import { jest } from '@jest/globals';
import { knownDevice } from './account.ts';

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

it('is the same at every sign-in, also after a reload, and another one in another browser', () => {
  const here = knownDevice();
  expect(here).toEqual({ 'x-device': expect.stringMatching(/^[\w-]{43}$/) });
  expect(knownDevice()).toEqual(here);
  localStorage.clear();
  expect(knownDevice()).not.toEqual(here);
});

it('is made anew in place of what is none', () => {
  localStorage.setItem('solvent.device', 'x');
  expect(knownDevice()).toEqual({ 'x-device': expect.stringMatching(/^[\w-]{43}$/) });
});

it('is none where the browser keeps nothing: the server would know ever more devices', () => {
  jest.spyOn(console, 'warn').mockReturnValue();
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('QuotaExceeded');
  });
  expect(knownDevice()).toEqual({});
});
