import { CHANNEL_ELEMENT_ID } from '@solvent/federation/manifest';
import { channelOf, pathOf, pinOf } from '../testing/channel-of.ts';
import { ownerOf, readChannel } from './channel.ts';

const channel = channelOf(
  pinOf('toolbox', { paths: [pathOf('/toolbox'), pathOf('/toolbox/:moduleId')] }),
  pinOf('studio', { paths: [pathOf('/toolbox/upload')] }),
);

describe('the owner of a path', () => {
  it.each([
    ['/toolbox', 'toolbox', '/toolbox'],
    ['/toolbox/chart-dashboard', 'toolbox', '/toolbox/:moduleId'],
    ['/toolbox/upload', 'studio', '/toolbox/upload'],
    ['/toolbox/', 'toolbox', '/toolbox'],
  ])('%s is %s, by its pattern %s', (pathname, name, pattern) => {
    expect(ownerOf(channel, pathname)).toMatchObject({ pin: { name }, path: { path: pattern } });
  });

  it('is nobody for a path that no remote has', () => {
    expect(ownerOf(channel, '/toolbox/upload/now')).toBeUndefined();
    expect(ownerOf(channel, '/')).toBeUndefined();
  });
});

describe('the channel document in the page', () => {
  afterEach(() => document.getElementById(CHANNEL_ELEMENT_ID)?.remove());

  it('is read from its JSON', () => {
    const script = document.createElement('script');
    script.type = 'application/json';
    script.id = CHANNEL_ELEMENT_ID;
    script.textContent = JSON.stringify(channel);
    document.head.append(script);
    expect(readChannel()).toEqual(channel);
  });

  it('missing is a fault that says so', () => {
    expect(() => readChannel()).toThrow('The page carries no channel document.');
  });
});
