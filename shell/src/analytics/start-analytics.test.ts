import { jest } from '@jest/globals';
import type { RuntimeConfig } from '@solvent/contracts';

const sdk = {
  initializeAnalytics: jest.fn((app: object, _options: object) => app),
  isSupported: jest.fn<() => Promise<boolean>>(),
  logEvent: jest.fn<(analytics: object, name: string, details: object) => void>(),
};
const initializeApp = jest.fn((options: object) => options);
jest.unstable_mockModule('firebase/analytics', () => sdk);
jest.unstable_mockModule('firebase/app', () => ({ initializeApp }));

const { startAnalytics } = await import('./start-analytics.ts');

const CONFIG: RuntimeConfig = {
  appKey: 'test-app',
  identity: { apiKey: 'test-key', authDomain: 'localhost', projectId: 'solvent' },
  localMail: false,
};

async function startWith(analytics?: RuntimeConfig['analytics']) {
  const listeners = new Set<(state: { location: { pathname: string } }) => void>();
  const pages = {
    state: { location: { pathname: '/home' } },
    subscribe: (listener: (state: { location: { pathname: string } }) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  await startAnalytics({ ...CONFIG, ...(analytics ? { analytics } : {}) }, pages);
  return { goTo: (pathname: string) => listeners.forEach((listener) => listener({ location: { pathname } })) };
}

const counted = () => sdk.logEvent.mock.calls.map(([, name, details]) => [name, details]);
const CONFIGURED = { appId: '1:2:web:3', measurementId: 'G-ABC123' };

beforeEach(() => {
  sdk.logEvent.mockClear();
  sdk.initializeAnalytics.mockClear();
  sdk.isSupported.mockReset().mockResolvedValue(true);
});
afterEach(() => {
  Object.defineProperty(navigator, 'doNotTrack', { value: null, configurable: true });
});

describe('analytics (product 1.8)', () => {
  it('counts each page once, by path only', async () => {
    const { goTo } = await startWith(CONFIGURED);
    goTo('/problems');
    goTo('/problems');
    expect(initializeApp).toHaveBeenCalledWith(expect.objectContaining(CONFIGURED), 'solvent-analytics');
    expect(sdk.initializeAnalytics.mock.calls[0]?.[1]).toEqual({ config: { send_page_view: false } });
    expect(counted()).toEqual([
      ['page_view', { page_path: '/home', page_location: 'http://localhost/home' }],
      ['page_view', { page_path: '/problems', page_location: 'http://localhost/problems' }],
    ]);
  });

  it('is off without configuration, with Do Not Track, and in unsupported browsers', async () => {
    await startWith();
    Object.defineProperty(navigator, 'doNotTrack', { value: '1', configurable: true });
    await startWith(CONFIGURED);
    expect(sdk.initializeAnalytics).not.toHaveBeenCalled();
    Object.defineProperty(navigator, 'doNotTrack', { value: null, configurable: true });
    sdk.isSupported.mockResolvedValue(false);
    await startWith(CONFIGURED);
    expect(sdk.logEvent).not.toHaveBeenCalled();
  });
});
