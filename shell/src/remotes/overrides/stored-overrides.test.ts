import { findRedirectUrl, buildOverrideUrl, clearOverrides } from './stored-overrides.ts';

const HERE = 'https://solvent.example/toolbox?search=forms';
const withOverrides = (...overrides: string[]) =>
  `${HERE}${overrides.map((one) => `&remote=${encodeURIComponent(one)}`).join('')}`;
const LOCAL = 'toolbox@http://localhost:3003';

beforeEach(() => sessionStorage.clear());

describe('overrides of a tab', () => {
  it('are none unless an address asked for them, and are then asked for again at each page that the tab loads', () => {
    expect(findRedirectUrl(HERE)).toBeUndefined();
    expect(findRedirectUrl(withOverrides(LOCAL, 'auth@1.1.0'))).toBeUndefined();
    expect(findRedirectUrl(HERE)).toBe(withOverrides(LOCAL, 'auth@1.1.0'));
    expect(findRedirectUrl('https://solvent.example/terms#top')).toBe(
      `https://solvent.example/terms?remote=${encodeURIComponent(LOCAL)}&remote=auth%401.1.0#top`,
    );
  });

  it('are those of the last address that asked', () => {
    findRedirectUrl(withOverrides(LOCAL));
    findRedirectUrl(withOverrides('auth@1.1.0'));
    expect(findRedirectUrl(HERE)).toBe(withOverrides('auth@1.1.0'));
  });

  it('end with an empty one, and with Reset', () => {
    findRedirectUrl(withOverrides(LOCAL));
    expect(findRedirectUrl(`${HERE}&remote=`)).toBeUndefined();
    expect(findRedirectUrl(HERE)).toBeUndefined();
    findRedirectUrl(withOverrides(LOCAL));
    expect(clearOverrides(withOverrides(LOCAL))).toBe(HERE);
    expect(findRedirectUrl(HERE)).toBeUndefined();
  });

  it('can be put into any address in place of what it asks for', () => {
    const overrides = [{ remote: 'auth', target: '1.1.0' }];
    expect(buildOverrideUrl(withOverrides(LOCAL), overrides)).toBe(withOverrides('auth@1.1.0'));
  });

  it.each(['no JSON', '{}', '[5]'])('that were spoilt (%s) are none', (stored) => {
    sessionStorage.setItem('remotes', stored);
    expect(findRedirectUrl(HERE)).toBeUndefined();
  });
});
