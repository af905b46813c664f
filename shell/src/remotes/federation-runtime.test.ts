import { jest } from '@jest/globals';
import { pinOf } from '../testing/channel-of.ts';

type Script = { script: HTMLScriptElement; timeout: number } | undefined;
interface Plugin {
  createScript: (options: { url: string }) => Script;
}

const runtime = {
  getInstance: jest.fn<() => object | null>(),
  loadRemote: jest.fn<(id: string) => Promise<unknown>>(),
  registerGlobalPlugins: jest.fn<(plugins: { name: string }[]) => void>(),
  registerPlugins: jest.fn<(plugins: Plugin[]) => void>(),
  registerRemotes: jest.fn<(remotes: object[]) => void>(),
};
jest.unstable_mockModule('@module-federation/enhanced/runtime', () => runtime);
const { createFederationRuntime } = await import('./federation-runtime.ts');

const toolbox = pinOf('toolbox', { integrity: 'sha384-toolbox' });
const elsewhere = pinOf('auth', { entry: 'https://cdn.example/auth/remoteEntry.js', integrity: '' });
const HERE = `${window.location.origin}${toolbox.entry}`;

/** The script tag that Module Federation gets for an address. */
function scriptFor(url: string): Script {
  return runtime.registerPlugins.mock.lastCall?.[0][0]?.createScript({ url });
}

beforeEach(() => {
  for (const mock of Object.values(runtime)) mock.mockReset();
  runtime.getInstance.mockReturnValue({});
});

describe("Module Federation's runtime", () => {
  it('knows the versions that may run, each by the global that only it has, and nothing else', () => {
    createFederationRuntime([toolbox, elsewhere]);
    expect(runtime.registerRemotes.mock.calls).toEqual([
      [
        [
          { name: 'solvent_toolbox_1_0_0', entry: toolbox.entry, entryGlobalName: 'solvent_toolbox_1_0_0', type: 'var' },
          { name: 'solvent_auth_1_0_0', entry: elsewhere.entry, entryGlobalName: 'solvent_auth_1_0_0', type: 'var' },
        ],
      ],
    ]);
  });

  it('loads the exposed module "remote" of a pin', async () => {
    runtime.loadRemote.mockResolvedValue({ default: 'the remote' });
    await expect(createFederationRuntime([toolbox]).fetch(toolbox)).resolves.toEqual({ default: 'the remote' });
    expect(runtime.loadRemote).toHaveBeenCalledWith('solvent_toolbox_1_0_0/remote');
  });

  it('forgets failed loads of shared libraries, for every remote', () => {
    createFederationRuntime([toolbox]);
    expect(runtime.registerGlobalPlugins.mock.lastCall?.[0].map(({ name }) => name)).toEqual(['solvent-forget-failed-shares']);
  });

  it('missing is a fault of the build, and says so', () => {
    runtime.getInstance.mockReturnValue(null);
    expect(() => createFederationRuntime([toolbox])).toThrow('The shell was built without Module Federation.');
  });
});

describe('the script tag of an entry', () => {
  beforeEach(() => void createFederationRuntime([toolbox, elsewhere]));

  it('carries the hash that the channel pins, and fails after 8 s', () => {
    const made = scriptFor(HERE);
    expect(made?.timeout).toBe(8000);
    expect(made?.script).toMatchObject({ src: HERE, async: true, integrity: 'sha384-toolbox' });
    expect(made?.script).toHaveAttribute('crossorigin', 'anonymous');
  });

  it('has an address of its own at each further try: a hung one would be joined, a tampered one be had from the cache', () => {
    jest.spyOn(Date, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(2000);
    const addresses = [1, 2, 3].map(() => scriptFor(HERE)?.script.src);
    expect(addresses).toEqual([HERE, `${HERE}?r=1&t=1000`, `${HERE}?r=2&t=2000`]);
    expect(scriptFor(HERE)?.script.integrity).toBe('sha384-toolbox');
  });

  it('counts the tries of each remote apart', () => {
    scriptFor(HERE);
    expect(scriptFor(elsewhere.entry)?.script.src).toBe(elsewhere.entry);
  });

  it('of another origin asks for it without credentials; a dev server has no hash', () => {
    const script = scriptFor(elsewhere.entry)?.script;
    expect(script).toHaveAttribute('crossorigin', 'anonymous');
    expect(script).not.toHaveAttribute('integrity');
  });

  it('is made for entries alone: chunks are the bundler’s', () => {
    expect(scriptFor(`${window.location.origin}/remotes/toolbox/1.0.0/module.1.js`)).toBeUndefined();
  });
});
