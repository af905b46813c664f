import { addressToAskAt, addressWith, addressWithout } from './kept-overrides.ts';

const HERE = 'https://solvent.example/toolbox?search=forms';
const asking = (...overrides: string[]) => `${HERE}${overrides.map((one) => `&remote=${encodeURIComponent(one)}`).join('')}`;
const LOCAL = 'toolbox@http://localhost:3003';

beforeEach(() => sessionStorage.clear());

describe('overrides of a tab', () => {
  it('are none unless an address asked for them, and are then asked for again at each page that the tab loads', () => {
    expect(addressToAskAt(HERE)).toBeUndefined();
    expect(addressToAskAt(asking(LOCAL, 'auth@1.1.0'))).toBeUndefined();
    expect(addressToAskAt(HERE)).toBe(asking(LOCAL, 'auth@1.1.0'));
    expect(addressToAskAt('https://solvent.example/terms#top')).toBe(
      `https://solvent.example/terms?remote=${encodeURIComponent(LOCAL)}&remote=auth%401.1.0#top`,
    );
  });

  it('are those of the last address that asked', () => {
    addressToAskAt(asking(LOCAL));
    addressToAskAt(asking('auth@1.1.0'));
    expect(addressToAskAt(HERE)).toBe(asking('auth@1.1.0'));
  });

  it('end with an empty one, and with Reset', () => {
    addressToAskAt(asking(LOCAL));
    expect(addressToAskAt(`${HERE}&remote=`)).toBeUndefined();
    expect(addressToAskAt(HERE)).toBeUndefined();
    addressToAskAt(asking(LOCAL));
    expect(addressWithout(asking(LOCAL))).toBe(HERE);
    expect(addressToAskAt(HERE)).toBeUndefined();
  });

  it('can be put into any address in place of what it asks for', () => {
    const overrides = [{ remote: 'auth', target: '1.1.0' }];
    expect(addressWith(asking(LOCAL), overrides)).toBe(asking('auth@1.1.0'));
  });

  it.each(['no JSON', '{}', '[5]'])('that were spoilt (%s) are none', (kept) => {
    sessionStorage.setItem('remotes', kept);
    expect(addressToAskAt(HERE)).toBeUndefined();
  });
});
