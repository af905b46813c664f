import type { ChannelDocument } from '@solvent/federation/manifest';
import { composeRemotes } from '../compose-remotes.ts';
import type { RemoteRuntime } from '../remotes/federation-runtime.ts';
import type { Remotes } from '../remotes/remotes-context.ts';

/** The remotes of a page as the shell composes them at its start, with what the network gives for each. */
export const composeTestRemotes = (
  channel: ChannelDocument,
  runtime: RemoteRuntime,
  overrides: Remotes['overrides'] = [],
): Remotes => composeRemotes(channel, overrides, () => runtime);
