import { getRuntimeConfig } from '@solvent/http';
import { identity } from './identity.ts';

const configured = getRuntimeConfig().identity;
const { emulatorUrl = '' } = configured;

describe('the stand-in for the script of popups', () => {
  afterEach(() => {
    configured.emulatorUrl = emulatorUrl;
    Reflect.deleteProperty(window, 'gapi');
  });

  it('is there with the local emulator', async () => {
    await identity.isEmailLink('http://localhost/');
    expect(window).toHaveProperty('gapi.iframes');
  });

  it('is not there with a real provider', async () => {
    delete configured.emulatorUrl;
    await identity.isEmailLink('http://localhost/');
    expect(window).not.toHaveProperty('gapi');
  });
});
