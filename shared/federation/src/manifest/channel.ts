import * as yup from 'yup';
import { remoteSchema } from './remote-json.ts';

/** A version of a remote that a page can run: its `remote.json` and its entry. */
const remoteBuildSchema = remoteSchema.shape({
  /** Address of the entry, such as `/remotes/toolbox/files/remoteEntry.9a8b7c6d5e.js`. */
  entry: yup.string().required(),
  /** SRI hash of the entry: `sha256-…`; empty for a dev server. */
  integrity: yup.string().defined(),
});

/** A version that some browsers run instead of the live one. */
const candidateSchema = remoteBuildSchema.shape({
  /** Percentage of browsers that run it; 0 after a stop, whose reason is in the revision. */
  percent: yup.number().integer().min(0).max(100).required(),
});

/** A remote as a channel pins it. */
const remotePinSchema = remoteBuildSchema.shape({
  /** The last live version that was not rolled back: the fallback of pages and the target of `rollback`. */
  previous: remoteBuildSchema.optional().default(undefined),
  candidate: candidateSchema.optional().default(undefined),
});

/** Versions that `?remote=` may load instead of the pinned ones. */
const overridesSchema = yup.object({
  /** Origins whose builds may run, such as `http://localhost:3003`; `http://localhost` allows all of its ports. */
  origins: yup.array(yup.string().required()).default([]),
  /** Whether any published version may run. */
  versions: yup.boolean().default(false),
});

/**
 * The channel document: which version of the shell and of each remote a page is made of.
 * Inlined into the page as JSON in `<script type="application/json" id="solvent-channel">`.
 */
export const channelSchema = yup.object({
  channel: yup.string().required(),
  /** Incremented by each change of a pin. */
  revision: yup.number().integer().min(1).required(),
  shell: yup
    .object({
      version: yup.string().required(),
      /** Path patterns that the shell itself owns. */
      paths: yup.array(yup.string().required()).required(),
      /** The last live version that was not rolled back. */
      previous: yup.string().optional(),
    })
    .required(),
  remotes: yup.array(remotePinSchema.required()).required(),
  /** Whether the menu's Toolbox entry is a link to /toolbox; else it opens the Coming Soon dialog. */
  toolboxOpen: yup.boolean().default(false),
  overrides: overridesSchema.default({ origins: [], versions: false }),
  /** Names of remotes that were removed permanently. */
  retired: yup.array(yup.string().required()).optional(),
});

/** A stored revision of a channel: the document, and its change with author and reason. */
export const revisionSchema = yup.object({
  document: channelSchema.required(),
  who: yup.string().required(),
  at: yup.string().required(),
  /** The change, such as `toolbox 1.0.0-1f2e3d4c → 1.1.0-9a8b7c6d`. */
  change: yup.string().required(),
  why: yup.string().defined().default(''),
  /** Hash of its pages: a new page template creates a new revision, too. */
  pages: yup.string().required(),
});

/** `current.json`: the revision that is served. */
export const currentSchema = yup.object({ revision: yup.number().integer().min(1).required() });

export type Revision = yup.InferType<typeof revisionSchema>;
export type RemoteBuild = yup.InferType<typeof remoteBuildSchema>;
export type Candidate = yup.InferType<typeof candidateSchema>;
export type OverrideRules = yup.InferType<typeof overridesSchema>;
export type RemotePin = yup.InferType<typeof remotePinSchema>;
export type ChannelDocument = yup.InferType<typeof channelSchema>;
