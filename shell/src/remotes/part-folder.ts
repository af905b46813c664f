import type { RemoteBuild } from '@solvent/federation/manifest';

/** The address of the folder that a version's files lie in, such as `https://solvent.dev/remotes/toolbox/1.0.0-1f2e3d4c/`. */
export const folderOf = ({ entry }: RemoteBuild): string => new URL('.', new URL(entry, location.href)).href;
