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
  failures: string[];
}

export interface PushProvider {
  /** @param tokens 1 to 500 @throws if the provider rejects the whole request */
  send(tokens: string[], message: PushMessage): Promise<PushOutcome>;
}
