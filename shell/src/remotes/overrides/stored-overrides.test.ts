import { findRedirectUrl, buildOverrideUrl, clearOverrides } from './stored-overrides.ts';

const HERE = 'https://solvent.example/toolbox?search=forms';
const withOverrides = (...overrides: string[]) =>
  `${HERE}${overrides.map((one) => `&remote=${encodeURIComponent(one)}`).join('')}`;
const LOCAL = 'toolbox@http://localhost:3003';

beforeEach(() => sessionStorage.clear());

describe('overrides of a tab', () => {
  it('come from the address, and are added to each later page load of the tab', () => {
    expect(findRedirectUrl(HERE)).toBeUndefined();
    expect(findRedirectUrl(withOverrides(LOCAL, 'auth@1.1.0'))).toBeUndefined();
    expect(findRedirectUrl(HERE)).toBe(withOverrides(LOCAL, 'auth@1.1.0'));
    expect(findRedirectUrl('https://solvent.example/terms#top')).toBe(
      `https://solvent.example/terms?remote=${encodeURIComponent(LOCAL)}&remote=auth%401.1.0#top`,
    );
  });

  it('are replaced by those of a later address', () => {
    findRedirectUrl(withOverrides(LOCAL));
    findRedirectUrl(withOverrides('auth@1.1.0'));
    expect(findRedirectUrl(HERE)).toBe(withOverrides('auth@1.1.0'));
  });

  it('are cleared by an empty parameter and by Reset', () => {
    findRedirectUrl(withOverrides(LOCAL));
    expect(findRedirectUrl(`${HERE}&remote=`)).toBeUndefined();
    expect(findRedirectUrl(HERE)).toBeUndefined();
    findRedirectUrl(withOverrides(LOCAL));
    expect(clearOverrides(withOverrides(LOCAL))).toBe(HERE);
    expect(findRedirectUrl(HERE)).toBeUndefined();
  });

  it('replace those in an address', () => {
    const overrides = [{ remote: 'auth', target: '1.1.0' }];
    expect(buildOverrideUrl(withOverrides(LOCAL), overrides)).toBe(withOverrides('auth@1.1.0'));
  });

  it.each(['no JSON', '{}', '[5]'])('are ignored if the stored value is invalid: %s', (stored) => {
    sessionStorage.setItem('remotes', stored);
    expect(findRedirectUrl(HERE)).toBeUndefined();
  });
});
