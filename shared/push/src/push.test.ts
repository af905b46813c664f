import { jest } from '@jest/globals';
import { CONFIG_ELEMENT_ID } from '@solvent/contracts';
import type { RuntimeConfig, SessionUser } from '@solvent/contracts';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { act, renderHook, waitFor } from '@testing-library/react';

const sdk = {
  getMessaging: jest.fn((app: { options: object }) => app),
  getToken: jest.fn<(messaging: object, options: object) => Promise<string>>(),
  deleteToken: jest.fn<() => Promise<boolean>>(),
};
jest.unstable_mockModule('firebase/messaging', () => sdk);
jest.unstable_mockModule('firebase/app', () => ({ initializeApp: (options: object) => ({ options }) }));

const PUSH = { appId: '1:2:web:3', messagingSenderId: '2', vapidKey: 'public-key' };

// Runs before the first import, as the configuration is read once.
function configurePush(): void {
  const element = document.getElementById(CONFIG_ELEMENT_ID);
  const config = JSON.parse(element?.textContent ?? '{}') as RuntimeConfig;
  if (element) element.textContent = JSON.stringify({ ...config, push: PUSH });
}
configurePush();

const permission = jest.fn<() => Promise<NotificationPermission>>();
const register = jest.fn(async () => 'the registration');
const FakeNotification: Pick<typeof Notification, 'requestPermission'> & { permission: NotificationPermission } = {
  permission: 'default',
  requestPermission: permission,
};
Object.assign(window, { Notification: FakeNotification, PushManager: {} });
Object.defineProperty(navigator, 'serviceWorker', { value: { register }, configurable: true });

const { clearSession, saveUser } = await import('@solvent/store');
const { startPush, turnOffPush, turnOnPush, usePush } = await import('./index.ts');

const DAY = 24 * 3600 * 1000;
const answerDeviceToken = jest.fn<() => object>();
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  jest.spyOn(console, 'info').mockReturnValue();
  FakeNotification.permission = 'default';
  permission.mockReset().mockImplementation(async () => (FakeNotification.permission = 'granted'));
  register.mockClear();
  sdk.getToken.mockReset().mockResolvedValue('token-1');
  sdk.deleteToken.mockReset().mockResolvedValue(true);
  answerDeviceToken.mockReset().mockReturnValue({});
  api = fakeApi({ 'PUT /auth/device-token': answerDeviceToken });
  saveUser({ _id: 'ada', token: 'session' } as SessionUser);
});
afterEach(() => {
  clearSession();
  api.restore();
  localStorage.clear();
  jest.restoreAllMocks();
});

const sentBodies = () => api.requests.map(({ body }) => body);

describe('push notifications (product 1.8)', () => {
  it('are off until a user turns them on', () => {
    const { result } = renderHook(() => usePush());
    expect(result.current).toEqual({ isAvailable: true, isOn: false });
    expect(permission).not.toHaveBeenCalled();
    expect(register).not.toHaveBeenCalled();
  });

  it('request permission, register, send the token to the server and store it when turned on (product 3.1, 7.2)', async () => {
    const { result } = renderHook(() => usePush());
    await act(() => turnOnPush());
    expect(permission).toHaveBeenCalledTimes(1);
    expect(register).toHaveBeenCalledWith('/push-worker.js');
    expect(sdk.getMessaging.mock.calls.at(-1)?.[0].options).toMatchObject({ appId: PUSH.appId, messagingSenderId: '2' });
    expect(sdk.getToken.mock.calls[0]?.[1]).toEqual({ vapidKey: 'public-key', serviceWorkerRegistration: 'the registration' });
    expect(sentBodies()).toEqual([{ deviceToken: 'token-1' }]);
    expect(localStorage.getItem('fcmToken')).toBe('token-1');
    expect(result.current.isOn).toBe(true);
  });

  it('explain how to allow them when the browser blocks them', async () => {
    FakeNotification.permission = 'denied';
    await expect(turnOnPush()).rejects.toThrow(/blocked for this site\. Allow them/);
    expect(register).not.toHaveBeenCalled();
    expect(localStorage.getItem('fcmToken')).toBeNull();
  });

  it('stay off, and delete the token, if the server rejects it', async () => {
    answerDeviceToken.mockReturnValue(refuse('unavailable', 'The server rests. Please try again.'));
    await expect(turnOnPush()).rejects.toThrow('The server rests. Please try again.');
    expect(localStorage.getItem('fcmToken')).toBeNull();
    await waitFor(() => expect(sdk.deleteToken).toHaveBeenCalled());
  });

  it('stay off if the provider cannot be reached', async () => {
    sdk.getToken.mockRejectedValue(new Error('messaging/failed-service-worker-registration'));
    await expect(turnOnPush()).rejects.toThrow('Push notifications could not be set up. Check your connection and try again.');
    expect(sentBodies()).toEqual([]);
  });

  it('update the server first, then the provider, when turned off', async () => {
    await turnOnPush();
    await turnOffPush();
    expect(sentBodies().at(-1)).toEqual({ deviceToken: null });
    expect(localStorage.getItem('fcmToken')).toBeNull();
    await waitFor(() => expect(sdk.deleteToken).toHaveBeenCalledTimes(1));
  });

  it('stay on if turning them off fails on the server', async () => {
    await turnOnPush();
    answerDeviceToken.mockReturnValue(refuse('internal', ''));
    await expect(turnOffPush()).rejects.toThrow('Push notifications could not be turned off. Please try again.');
    expect(localStorage.getItem('fcmToken')).toBe('token-1');
  });
});

describe('active registration', () => {
  const registered = (daysAgo: number) => {
    FakeNotification.permission = 'granted';
    localStorage.setItem('fcmToken', 'token-0');
    localStorage.setItem('fcmTokenRenewedAt', new Date(Date.now() - daysAgo * DAY).toISOString());
  };
  let stop = () => {};
  const visit = () => {
    stop = startPush();
  };
  afterEach(() => stop());

  it('is renewed after 7 days, not before, also on the server (product 9.3)', async () => {
    registered(6.9);
    visit();
    expect(sdk.getToken).not.toHaveBeenCalled();
    stop();
    registered(7);
    visit();
    await waitFor(() => expect(localStorage.getItem('fcmToken')).toBe('token-1'));
    expect(sentBodies()).toEqual([{ deviceToken: 'token-1' }]);
  });

  it('is kept for the next visit after a failure', async () => {
    registered(8);
    sdk.getToken.mockRejectedValue(new Error('offline'));
    visit();
    await waitFor(() => expect(console.info).toHaveBeenCalledWith('Push: the token was not renewed.', expect.any(Error)));
    expect(localStorage.getItem('fcmToken')).toBe('token-0');
  });

  it('ends if the permission is revoked', async () => {
    registered(1);
    FakeNotification.permission = 'denied';
    visit();
    await waitFor(() => expect(sdk.deleteToken).toHaveBeenCalled());
    expect(localStorage.getItem('fcmToken')).toBeNull();
  });

  it('ends at sign-out', async () => {
    await turnOnPush();
    visit();
    clearSession();
    expect(localStorage.getItem('fcmToken')).toBeNull();
    await waitFor(() => expect(sdk.deleteToken).toHaveBeenCalledTimes(1));
  });
});
