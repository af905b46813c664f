import { createHash } from 'node:crypto';
import { initializeApp } from 'firebase-admin/app';
import { getMessaging } from 'firebase-admin/messaging';
import type { SendResponse } from 'firebase-admin/messaging';
import type { Config } from '../config/config.ts';
import type { PushMessage, PushProvider } from './push-provider.ts';

/** A device that is off for longer than this (s) gets no push any more: the list of notifications has it. */
const LIFE = 24 * 3600;

const GONE = new Set(['messaging/registration-token-not-registered', 'messaging/invalid-registration-token']);

/** "invalid-argument" is also said of a message that is wrong, which is no fault of the device's. */
function isGone({ error }: SendResponse): boolean {
  if (error === undefined) return false;
  return GONE.has(error.code) || (error.code === 'messaging/invalid-argument' && /registration token/i.test(error.message));
}

/** What waits for a device is replaced by a later one of the same topic (RFC 8030, 5.4: at most 32 characters). */
const topicOf = (path: string) => createHash('sha256').update(path).digest('base64url').slice(0, 32);

const payloadOf = ({ title, body, path }: PushMessage) => ({
  notification: { title, body },
  data: { path },
  webpush: { headers: { TTL: String(LIFE), Topic: topicOf(path), Urgency: 'high' } },
});

/**
 * Firebase Cloud Messaging, where a deployment has its settings and the credentials of a service account (the variable
 * GOOGLE_APPLICATION_CREDENTIALS, which the SDK reads itself); undefined elsewhere.
 */
export function createFirebasePush({ push, identity }: Pick<Config, 'push' | 'identity'>): PushProvider | undefined {
  if (push === undefined || identity.credentialsFile === undefined) return undefined;
  const messaging = getMessaging(initializeApp({ projectId: identity.projectId }, 'solvent-push'));
  return {
    send: async (tokens, message) => {
      const { responses } = await messaging.sendEachForMulticast({ tokens, ...payloadOf(message) });
      const dead = tokens.filter((_token, place) => {
        const response = responses[place];
        return response !== undefined && isGone(response);
      });
      const failures = responses.flatMap((response) => (response.error && !isGone(response) ? [response.error.code] : []));
      return { unregisteredTokens: dead, failures };
    },
  };
}
