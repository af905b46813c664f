import { RELEASE_VERSION, REMOTE_NAME } from '../release-names.ts';

/** What one `?remote=` asks for. */
export interface AskedOverride {
  remote: string;
  /** As it was asked. */
  target: string;
  /** The target, where it is an origin. */
  origin?: string;
  /** The target, where it is a version. */
  version?: string;
}

/** Nobody means more: each one is a look into the store. */
export const OVERRIDES_MAX = 20;

/** An address may be long; a person should see in a refusal what was asked all the same. */
const SHOWN_MAX = 80;

/** `toolbox@http://localhost:3003` or `toolbox@1.0.0-1f2e3d4c`, taken apart; neither origin nor version where it is neither. */
export function readOverride(text: string): AskedOverride {
  const at = text.indexOf('@');
  const remote = at === -1 ? text : text.slice(0, at);
  const target = at === -1 ? '' : text.slice(at + 1);
  const asked = { remote: remote.slice(0, SHOWN_MAX), target: target.slice(0, SHOWN_MAX) };
  if (!REMOTE_NAME.test(asked.remote) || target.length > SHOWN_MAX) return asked;
  if (RELEASE_VERSION.test(target)) return { ...asked, version: target };
  const origin = originOf(target);
  return origin === undefined ? asked : { ...asked, origin };
}

/** Only an origin: with a path it would be said where the code lies, and the build says that itself. */
function originOf(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { origin } = new URL(text);
  return text === origin || text === `${origin}/` ? origin : undefined;
}
