/** @jest-environment node */
import { jest } from '@jest/globals';
import { buildPin } from '../../testing/build-channel.ts';
import { resolveOverrides } from './resolve-overrides.ts';

const ORIGIN = 'http://localhost:3003';
const description = {
  name: 'toolbox',
  version: '0.0.0-dev',
  contract: '^1.0.0',
  paths: [{ path: '/toolbox', page: 'catalogue', title: 'Toolbox' }],
  slots: [],
};
const files = { entry: 'remoteEntry.js', chunks: {} };
const served = jest.fn<(address: string) => Promise<Partial<Response>>>();
const json = (value: unknown) => ({ ok: true, json: async () => value });
const allowed = { remote: 'toolbox', target: ORIGIN, refused: null };

beforeEach(() => {
  served.mockReset().mockImplementation(async (address) => json(address.endsWith('remote.json') ? description : files));
  Object.assign(globalThis, { fetch: served });
});

describe('an allowed override', () => {
  it('of an origin resolves to the build that it serves', async () => {
    expect(await resolveOverrides([allowed])).toMatchObject([
      {
        ...allowed,
        build: {
          name: 'toolbox',
          version: '0.0.0-dev',
          entry: `${ORIGIN}/remoteEntry.js`,
          integrity: '',
        },
      },
    ]);
    expect(served.mock.calls.map(([address]) => address)).toEqual([`${ORIGIN}/remote.json`, `${ORIGIN}/build-files.json`]);
  });

  it('of a version resolves to the build from the server', async () => {
    const build = buildPin('toolbox');
    const decision = { remote: 'toolbox', target: '1.0.0', refused: null, build };
    expect(await resolveOverrides([decision])).toEqual([decision]);
    expect(served).not.toHaveBeenCalled();
  });

  it.each<[what: string, answer: () => Promise<Partial<Response>>, reason: string]>([
    ['does not answer', () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to fetch'],
    ['answers 404', async () => ({ ok: false, status: 404 }), 'it responded with 404'],
    ['serves another remote', async () => json({ ...description, name: 'auth' }), 'it serves the remote "auth"'],
    ['serves something else', async () => json({ hello: 'world' }), 'unknown properties: hello'],
  ])('of an origin that %s is missing, with the reason and advice', async (_what, answer, reason) => {
    served.mockImplementation(answer);
    const [override] = await resolveOverrides([allowed]);
    expect(override?.build).toBeUndefined();
    expect(override?.refused).toBeNull();
    expect(override?.missing).toContain(`${ORIGIN} has no build of toolbox (`);
    expect(override?.missing).toContain(reason);
    expect(override?.missing).toContain('Start its server');
  });

  it('of an unknown version stays missing, without a request', async () => {
    const decision = { remote: 'toolbox', target: '9.9.9', refused: null, missing: 'toolbox@9.9.9 is not published.' };
    expect(await resolveOverrides([decision])).toEqual([decision]);
    expect(served).not.toHaveBeenCalled();
  });
});

it('a refused override stays refused, without a request', async () => {
  const decision = { ...allowed, refused: 'This channel allows no origin.' };
  expect(await resolveOverrides([decision])).toEqual([decision]);
  expect(served).not.toHaveBeenCalled();
});
