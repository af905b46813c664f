import { getRuntimeConfig } from '@solvent/http';
import { initializeApp } from 'firebase/app';
import { deleteToken, getMessaging, getToken } from 'firebase/messaging';
import type { Messaging } from 'firebase/messaging';

const WORKER = '/push-worker.js';

let connected: Messaging | undefined;

function connectMessaging(): Messaging {
  const { identity, push } = getRuntimeConfig();
  if (!push) throw new Error('This deployment has no push messages.');
  const { appId, messagingSenderId } = push;
  const { apiKey, projectId } = identity;
  return (connected ??= getMessaging(initializeApp({ apiKey, projectId, appId, messagingSenderId }, 'solvent-push')));
}

export async function requestToken(): Promise<string> {
  const serviceWorkerRegistration = await navigator.serviceWorker.register(WORKER);
  const vapidKey = getRuntimeConfig().push?.vapidKey ?? '';
  return getToken(connectMessaging(), { vapidKey, serviceWorkerRegistration });
}

export const deletePushToken = async (): Promise<boolean> => deleteToken(connectMessaging());
