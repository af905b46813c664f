/** Query parameters of the SDK's popup. */
export interface PopupRequest {
  apiKey: string;
  appName: string;
  authType: string;
  eventId: string;
  providerId: string;
}

const PROVIDERS: ReadonlyMap<string, string> = new Map([
  ['github.com', 'GitHub'],
  ['google.com', 'Google'],
]);

/** The provider's name, as people write it. */
export const providerName = (providerId: string): string => PROVIDERS.get(providerId) ?? providerId;

/** The request of a popup's address; undefined where a part is missing. */
export function readPopupRequest(query: URLSearchParams): PopupRequest | undefined {
  const [apiKey, appName, authType, eventId, providerId] = ['apiKey', 'appName', 'authType', 'eventId', 'providerId'].map(
    (name) => query.get(name) ?? '',
  );
  if (!apiKey || !appName || !authType || !eventId || !providerId) return undefined;
  return { apiKey, appName, authType, eventId, providerId };
}
