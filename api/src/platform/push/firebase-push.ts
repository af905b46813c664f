import { createHash } from 'node:crypto';
import { initializeApp } from 'firebase-admin/app';
import { getMessaging } from 'firebase-admin/messaging';
import type { SendResponse } from 'firebase-admin/messaging';
import type { Config } from '../config/config.ts';

/** Shown by the device while no page of the site is visible (`shell/public/push-worker.js`). */
export interface PushMessage {
  title: string;
  body: string;
  /** Path to open. A message replaces earlier ones with the same path. */
  path: string;
}

export interface PushOutcome {
  unregisteredTokens: string[];
  /** The provider's error codes for other devices. */
  errorCodes: string[];
}

export interface PushProvider {
  /** @param tokens 1 to 500 @throws if the provider rejects the whole request */
  send(tokens: string[], message: PushMessage): Promise<PushOutcome>;
}

/** Older pushes are dropped; the list of notifications has them. */
const TTL_SECONDS = 24 * 3600;

const UNREGISTERED_CODES = new Set(['messaging/registration-token-not-registered', 'messaging/invalid-registration-token']);

/** Returns whether the device is unregistered. "invalid-argument" can also mean an invalid message. */
function isUnregistered({ error }: SendResponse): boolean {
  if (error === undefined) return false;
  return (
    UNREGISTERED_CODES.has(error.code) ||
    (error.code === 'messaging/invalid-argument' && /registration token/i.test(error.message))
  );
}

/** Returns a topic of at most 32 characters (RFC 8030, 5.4). A later push with the same topic replaces a queued one. */
const toTopic = (path: string) => createHash('sha256').update(path).digest('base64url').slice(0, 32);

const toPayload = ({ title, body, path }: PushMessage) => ({
  notification: { title, body },
  data: { path },
  webpush: { headers: { TTL: String(TTL_SECONDS), Topic: toTopic(path), Urgency: 'high' } },
});

/**
 * Creates the provider for Firebase Cloud Messaging; undefined without its settings or GOOGLE_APPLICATION_CREDENTIALS, which the
 * SDK reads itself.
 */
export function createFirebasePush({ push, identity }: Pick<Config, 'push' | 'identity'>): PushProvider | undefined {
  if (push === undefined || identity.credentialsFile === undefined) return undefined;
  const messaging = getMessaging(initializeApp({ projectId: identity.projectId }, 'solvent-push'));
  return {
    send: async (tokens, message) => {
      const { responses } = await messaging.sendEachForMulticast({ tokens, ...toPayload(message) });
      const unregisteredTokens = tokens.filter((_token, index) => {
        const response = responses[index];
        return response !== undefined && isUnregistered(response);
      });
      const errorCodes = responses.flatMap((response) =>
        response.error && !isUnregistered(response) ? [response.error.code] : [],
      );
      return { unregisteredTokens, errorCodes };
    },
  };
}
