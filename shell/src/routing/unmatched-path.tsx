import type { ChannelDocument } from '@solvent/federation/manifest';
import { useLocation } from '@solvent/router';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { ownerOf } from '../remotes/channel.ts';
import type { AppliedOverride } from '../remotes/overrides/applied-override.ts';
import { useRemotes } from '../remotes/remotes-context.ts';
import { RouteFailure } from './route-failure.tsx';

/** A remote that only this tab has, and whose build cannot be had: which paths are its nobody knows, so each may be. */
const newcomer = ({ remotes }: ChannelDocument, overrides: readonly AppliedOverride[]) =>
  overrides.find(
    ({ remote, missing }) => missing !== undefined && !remotes.some(({ name, paths }) => name === remote && paths.length > 0),
  )?.remote;

/**
 * Where a path ends that no route fits: nobody owns it, or its owner could not be loaded.
 */
export function UnmatchedPath() {
  const { pathname } = useLocation();
  const { channel, overrides } = useRemotes();
  const owner = ownerOf(channel, pathname)?.pin.name ?? newcomer(channel, overrides);
  return owner === undefined ? <NotFoundPage /> : <RouteFailure owner={owner} />;
}
