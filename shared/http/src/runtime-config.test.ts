import { jest } from '@jest/globals';
import { CONFIG_ELEMENT_ID } from '@solvent/contracts';
import { getRuntimeConfig } from './runtime-config.ts';

describe('the settings in the page', () => {
  it('are read from its JSON, once', () => {
    expect(getRuntimeConfig()).toMatchObject({ appKey: 'test-app', localMail: true });
    expect(getRuntimeConfig()).toBe(getRuntimeConfig());
  });

  it('missing is a fault that says so', async () => {
    jest.resetModules();
    const { getRuntimeConfig: readAgain } = await import('./runtime-config.ts');
    document.getElementById(CONFIG_ELEMENT_ID)?.remove();
    expect(() => readAgain()).toThrow('The page carries no runtime configuration.');
  });
});
