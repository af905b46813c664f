import { CANARY_COOKIE } from '@solvent/contracts';
import type { ChannelDocument } from '@solvent/federation/manifest';

/** A browser's number for each remote, 0 to 99, as it keeps them (shell/src/remotes/part-version.ts). */
function readNumbers(cookies: string | undefined): Record<string, unknown> {
  const kept = new RegExp(`(?:^|;\\s*)${CANARY_COOKIE}=([^;]{1,500})`).exec(cookies ?? '')?.[1];
  try {
    const numbers: unknown = JSON.parse(decodeURIComponent(kept ?? '{}'));
    return typeof numbers === 'object' && numbers !== null ? { ...numbers } : {};
  } catch {
    return {};
  }
}

/**
 * The channel as a browser composes it: in place of what is live, the candidates that it runs. One that has no number yet draws it
 * while it draws the page.
 *
 * @param cookies the request's header
 */
export function asRunBy(channel: ChannelDocument, cookies: string | undefined): ChannelDocument {
  const running = channel.remotes.filter(({ candidate }) => candidate && candidate.percent > 0);
  if (running.length === 0) return channel;
  const numbers = readNumbers(cookies);
  const remotes = channel.remotes.map((pin) => {
    const { name, candidate } = pin;
    const number = numbers[name];
    return candidate && typeof number === 'number' && number < candidate.percent ? { ...pin, ...candidate } : pin;
  });
  return { ...channel, remotes };
}
