import { jest } from '@jest/globals';
import { Messaging } from 'firebase-admin/messaging';
import type { SendResponse } from 'firebase-admin/messaging';
import type { Config } from '../config/config.ts';
import { createFirebasePush } from './firebase-push.ts';

const sendEachForMulticast = jest.spyOn(Messaging.prototype, 'sendEachForMulticast');
const respond = (...responses: SendResponse[]) =>
  sendEachForMulticast.mockResolvedValue({
    responses,
    successCount: responses.filter(({ success }) => success).length,
    failureCount: responses.filter(({ success }) => !success).length,
  });

const identity = { projectId: 'solvent-1', apiKey: 'key', authDomain: 'localhost', emulatorHost: undefined };
const push = { appId: '1:2:web:3', messagingSenderId: '2', vapidKey: 'public-key' };
const on: Pick<Config, 'push' | 'identity'> = { push, identity: { ...identity, credentialsFile: '/run/secrets/firebase.json' } };
const provider = createFirebasePush(on);

const MESSAGE = { title: 'New bid', body: 'You have a bid of $100', path: '/view-problems/1' };
const failed = (code: string, message = 'No') => ({
  success: false,
  error: { code: `messaging/${code}`, message, toJSON: () => ({}) },
});
const send = (tokens: string[], message = MESSAGE) => provider?.send(tokens, message);
const sent = () => sendEachForMulticast.mock.calls.at(-1)?.[0];

beforeEach(() => respond({ success: true }));

describe('Firebase Cloud Messaging', () => {
  it.each([
    ['the settings', { ...on, push: undefined }],
    ['credentials', { ...on, identity }],
  ])('is off without %s', (_case, config) => {
    expect(createFirebasePush(config)).toBeUndefined();
  });

  it('receives the content and path for the push worker', async () => {
    await send(['one', 'other']);
    expect(sent()).toMatchObject({
      tokens: ['one', 'other'],
      notification: { title: 'New bid', body: 'You have a bid of $100' },
      data: { path: '/view-problems/1' },
    });
  });

  it('replaces a queued push by a later one with the same path', async () => {
    const topics = [];
    for (const path of ['/conversations?conversation=1', '/conversations?conversation=1', '/view-problems/1']) {
      await send(['one'], { ...MESSAGE, path });
      topics.push(sent()?.webpush?.headers?.['Topic']);
    }
    expect(topics[0]).toMatch(/^[\w-]{32}$/);
    expect(topics[1]).toBe(topics[0]);
    expect(topics[2]).not.toBe(topics[0]);
  });

  it('distinguishes unregistered devices from other failures', async () => {
    respond(
      { success: true },
      failed('registration-token-not-registered'),
      failed('invalid-argument', 'The registration token is not a valid FCM registration token'),
      failed('invalid-argument', 'Invalid JSON payload received'),
      failed('internal-error'),
    );
    expect(await send(['alive', 'gone', 'nonsense', 'fine', 'later'])).toEqual({
      unregisteredTokens: ['gone', 'nonsense'],
      errorCodes: ['messaging/invalid-argument', 'messaging/internal-error'],
    });
  });
});
