import * as yup from 'yup';
import { buildFilesSchema } from './build-files.ts';
import { remoteSchema } from './remote-json.ts';
import { shellSchema } from './shell-json.ts';

/** One file of a release. */
const releaseFileSchema = yup.object({
  path: yup.string().required(),
  bytes: yup.number().required(),
  /** Bytes after brotli; equal to `bytes` where compression does not pay. */
  brotliBytes: yup.number().required(),
  /** SRI hash: `sha256-…`; `sha384-…` in releases from before files were named by their content. */
  integrity: yup.string().required(),
});

/** `release.json` of a published version, which is the list of its files: immutable. */
export const releaseSchema = yup.object({
  name: yup.string().required(),
  version: yup.string().required(),
  publishedAt: yup.string().required(),
  /** A remote's `remote.json`; absent for the shell. */
  remote: remoteSchema.optional().default(undefined),
  /** The shell's `shell.json`; absent for a remote. */
  shell: shellSchema.optional().default(undefined),
  build: buildFilesSchema.required(),
  files: yup.array(releaseFileSchema.required()).required(),
  /**
   * Keys of localStorage and sessionStorage in its scripts, such as `solvent.save-wish`, or prefixes (`solvent.draft.*`). No other
   * remote may use them.
   */
  storage: yup.array(yup.string().required()).optional(),
});

export type Release = yup.InferType<typeof releaseSchema>;
export type ReleaseFile = Release['files'][number];
