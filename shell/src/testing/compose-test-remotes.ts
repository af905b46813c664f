import type { ChannelDocument } from '@solvent/federation/manifest';
import { composeRemotes } from '../compose-remotes.ts';
import type { RemoteRuntime } from '../remotes/federation-runtime.ts';
import type { Remotes } from '../remotes/remotes-context.ts';

export const composeTestRemotes = (
  channel: ChannelDocument,
  runtime: RemoteRuntime,
  overrides: Remotes['overrides'] = [],
): Remotes => composeRemotes(channel, overrides, () => runtime);
