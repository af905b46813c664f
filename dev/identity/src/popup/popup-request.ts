/** Query parameters of a popup of the SDK. */
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

/** Display name of a provider, such as `GitHub` for `github.com`. */
export const getProviderName = (providerId: string): string => PROVIDERS.get(providerId) ?? providerId;

/** Parses the query of a popup URL. @returns undefined if a parameter is missing */
export function readPopupRequest(query: URLSearchParams): PopupRequest | undefined {
  const [apiKey, appName, authType, eventId, providerId] = ['apiKey', 'appName', 'authType', 'eventId', 'providerId'].map(
    (name) => query.get(name) ?? '',
  );
  if (!apiKey || !appName || !authType || !eventId || !providerId) return undefined;
  return { apiKey, appName, authType, eventId, providerId };
}
