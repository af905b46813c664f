import * as yup from 'yup';
import { remoteSchema } from './remote-json.ts';

const remoteBuildSchema = remoteSchema.shape({
  /** URL such as `/remotes/toolbox/files/remoteEntry.9a8b7c6d5e.js`. */
  entry: yup.string().required(),
  /** SRI hash of the entry: `sha256-…`; empty for a dev server. */
  integrity: yup.string().defined(),
});

const candidateSchema = remoteBuildSchema.shape({
  /** Percentage of browsers that run it; 0 after a stop, whose reason is in the revision. */
  percent: yup.number().integer().min(0).max(100).required(),
});

const remotePinSchema = remoteBuildSchema.shape({
  /** The last live version that was not rolled back: the fallback of pages and the target of `rollback`. */
  previous: remoteBuildSchema.optional().default(undefined),
  candidate: candidateSchema.optional().default(undefined),
});

/** Builds that `?remote=` may load instead of the pinned ones. */
const overridesSchema = yup.object({
  /** Origins whose builds may run, such as `http://localhost:3003`; `http://localhost` allows all of its ports. */
  origins: yup.array(yup.string().required()).default([]),
  versions: yup.boolean().default(false),
});

/** Versions of shell and remotes in a page, inlined as JSON in `#solvent-channel`. */
export const channelSchema = yup.object({
  channel: yup.string().required(),
  /** Incremented by each change of a pin. */
  revision: yup.number().integer().min(1).required(),
  shell: yup
    .object({
      version: yup.string().required(),
      paths: yup.array(yup.string().required()).required(),
      previous: yup.string().optional(),
    })
    .required(),
  remotes: yup.array(remotePinSchema.required()).required(),
  /** If false, the Toolbox entry of the menu opens the Coming Soon dialog. */
  toolboxOpen: yup.boolean().default(false),
  overrides: overridesSchema.default({ origins: [], versions: false }),
  retired: yup.array(yup.string().required()).optional(),
});

export const revisionSchema = yup.object({
  document: channelSchema.required(),
  who: yup.string().required(),
  at: yup.string().required(),
  /** The change, such as `toolbox 1.0.0-1f2e3d4c → 1.1.0-9a8b7c6d`. */
  change: yup.string().required(),
  why: yup.string().defined().default(''),
  /** Hash of its pages: a new page template creates a revision, too. */
  pages: yup.string().required(),
});

export const currentSchema = yup.object({ revision: yup.number().integer().min(1).required() });

export type Revision = yup.InferType<typeof revisionSchema>;
export type RemoteBuild = yup.InferType<typeof remoteBuildSchema>;
export type Candidate = yup.InferType<typeof candidateSchema>;
export type OverrideRules = yup.InferType<typeof overridesSchema>;
export type RemotePin = yup.InferType<typeof remotePinSchema>;
export type ChannelDocument = yup.InferType<typeof channelSchema>;
