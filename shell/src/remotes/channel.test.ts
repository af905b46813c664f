import { CHANNEL_ELEMENT_ID } from '@solvent/federation/manifest';
import { buildChannel, buildPath, buildPin } from '../testing/build-channel.ts';
import { findPathOwner, readChannel } from './channel.ts';

const owned = buildChannel(
  buildPin('toolbox', { paths: [buildPath('/toolbox'), buildPath('/toolbox/:moduleId')] }),
  buildPin('studio', { paths: [buildPath('/toolbox/upload')] }),
);

describe('the owner of a path', () => {
  it.each([
    ['/toolbox', 'toolbox', '/toolbox'],
    ['/toolbox/chart-dashboard', 'toolbox', '/toolbox/:moduleId'],
    ['/toolbox/upload', 'studio', '/toolbox/upload'],
    ['/toolbox/', 'toolbox', '/toolbox'],
  ])('of %s is %s, by the pattern %s', (pathname, name, pattern) => {
    expect(findPathOwner(owned, pathname)).toMatchObject({ pin: { name }, path: { path: pattern } });
  });

  it('is undefined for a path that no remote has', () => {
    expect(findPathOwner(owned, '/toolbox/upload/now')).toBeUndefined();
    expect(findPathOwner(owned, '/')).toBeUndefined();
  });
});

describe('the channel document in the page', () => {
  afterEach(() => document.getElementById(CHANNEL_ELEMENT_ID)?.remove());

  it('is read from its JSON', () => {
    const script = document.createElement('script');
    script.type = 'application/json';
    script.id = CHANNEL_ELEMENT_ID;
    script.textContent = JSON.stringify(owned);
    document.head.append(script);
    expect(readChannel()).toEqual(owned);
  });

  it('is required', () => {
    expect(() => readChannel()).toThrow('The page has no channel document.');
  });
});
