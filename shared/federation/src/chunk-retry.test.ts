import { jest } from '@jest/globals';

type Done = (event?: Event) => void;
type LoadScript = (url: string, done: Done, key?: string, chunkId?: string) => void;

const URL_OF_CHUNK = 'https://solvent.example/remotes/toolbox/1.0.0/module.1.js';
const browserLoad = jest.fn<LoadScript>();
const settled = jest.fn();
const NOW = 1_800_000_000_000;
const bundler: { l?: LoadScript; c?: Record<string, object> } = {};

let plugin: { name: string; beforeLoadShare: (load: object) => object };

/** Starts the plugin as a remote's entry does. */
async function startEntry(src = 'https://solvent.example/remoteEntry.js'): Promise<void> {
  const script = document.createElement('script');
  script.src = src;
  jest.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  bundler.l = browserLoad;
  jest.resetModules();
  const { default: chunkRetry } = await import('./chunk-retry.ts');
  plugin = chunkRetry();
  expect(plugin.name).toBe('solvent-chunk-retry');
}

/** Asks for the chunk, ends the try with the event, and gives the address that the browser was asked for. */
function load(end: 'load' | 'error' | 'timeout', url = URL_OF_CHUNK): string | undefined {
  bundler.l?.(url, settled, 'solvent:chunk-1', '1');
  const [asked, done] = browserLoad.mock.lastCall ?? [];
  done?.(new Event(end));
  return asked;
}

beforeEach(() => {
  browserLoad.mockReset();
  settled.mockReset();
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
  Object.assign(globalThis, { __webpack_require__: bundler });
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => void Reflect.deleteProperty(globalThis, '__webpack_require__'));

describe('a chunk of a remote', () => {
  it('is asked for at its own address while all goes well', async () => {
    await startEntry();
    expect(load('load')).toBe(URL_OF_CHUNK);
    expect(load('load')).toBe(URL_OF_CHUNK);
    expect(browserLoad.mock.lastCall).toEqual([URL_OF_CHUNK, expect.any(Function), 'solvent:chunk-1', '1']);
  });

  it('gets another address at each try after a failure or a hang', async () => {
    await startEntry();
    load('error');
    expect(load('timeout')).toBe(`${URL_OF_CHUNK}?r=1&t=${NOW}`);
    expect(load('error')).toBe(`${URL_OF_CHUNK}?r=2&t=${NOW}`);
  });

  it('then has no key, by which the bundler would wait for the tag that hangs', async () => {
    await startEntry();
    load('timeout');
    load('load');
    expect(browserLoad.mock.lastCall).toEqual([`${URL_OF_CHUNK}?r=1&t=${NOW}`, expect.any(Function), undefined, '1']);
  });

  it('forgets its failures once it has come', async () => {
    await startEntry();
    load('error');
    load('load');
    expect(load('load')).toBe(URL_OF_CHUNK);
  });

  it('does not suffer from the failures of others', async () => {
    await startEntry();
    load('error');
    expect(load('load', 'https://solvent.example/other.js')).toBe('https://solvent.example/other.js');
  });

  it('tells the bundler how each try ended', async () => {
    await startEntry();
    load('error');
    load('load');
    expect(settled.mock.calls).toMatchObject([[{ type: 'error' }], [{ type: 'load' }]]);
  });

  it("starts where its entry's tries ended: the first addresses failed with it", async () => {
    await startEntry('https://solvent.example/remoteEntry.js?r=2&t=5');
    expect(load('error')).toBe(`${URL_OF_CHUNK}?r=2&t=${NOW}`);
    expect(load('load')).toBe(`${URL_OF_CHUNK}?r=3&t=${NOW}`);
  });
});

it('a page without the bundler is left alone', async () => {
  Reflect.deleteProperty(globalThis, '__webpack_require__');
  jest.resetModules();
  const { default: chunkRetry } = await import('./chunk-retry.ts');
  expect(chunkRetry().name).toBe('solvent-chunk-retry');
});

describe('a module that threw', () => {
  it('is evaluated anew once the shared libraries that it needs are loaded again', async () => {
    await startEntry();
    const page = { exports: {} };
    bundler.c = { page, dialog: { exports: {}, error: new Error('Loading chunk forms failed.') } };
    const asked = { pkgName: '@solvent/ui/forms' };
    expect(plugin.beforeLoadShare(asked)).toBe(asked);
    expect(bundler.c).toEqual({ page });
  });
});
