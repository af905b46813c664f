/** What a device shows while no page of the site is in front there, and opens (`shell/public/push-worker.js`). */
export interface PushMessage {
  title: string;
  body: string;
  /** A path of this site; of messages with the same one a device shows the latest alone. */
  path: string;
}

/** What became of a message. */
export interface PushOutcome {
  /** Tokens of devices that are gone: to be forgotten. */
  unregisteredTokens: string[];
  /** Why it did not reach others: the provider's words for programs. */
  failures: string[];
}

/** Hands messages to devices: the port. A deployment without push has none. */
export interface PushProvider {
  /**
   * @param tokens of at least one device, at most 500
   * @throws what the provider says if it took nothing at all
   */
  send(tokens: string[], message: PushMessage): Promise<PushOutcome>;
}
