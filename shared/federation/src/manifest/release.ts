import * as yup from 'yup';
import { buildFilesSchema } from './build-files.ts';
import { remoteSchema } from './remote-json.ts';
import { shellSchema } from './shell-json.ts';

const releaseFileSchema = yup.object({
  path: yup.string().required(),
  bytes: yup.number().required(),
  /** Bytes after brotli; equal to `bytes` where compression does not pay. */
  brotliBytes: yup.number().required(),
  /** `sha256-…`; `sha384-…` in older releases. */
  integrity: yup.string().required(),
});

/** Immutable list of the files of a published version (`release.json`). */
export const releaseSchema = yup.object({
  name: yup.string().required(),
  version: yup.string().required(),
  publishedAt: yup.string().required(),
  remote: remoteSchema.optional().default(undefined),
  shell: shellSchema.optional().default(undefined),
  build: buildFilesSchema.required(),
  files: yup.array(releaseFileSchema.required()).required(),
  /** Keys or prefixes (`solvent.draft.*`) in localStorage and sessionStorage; no other remote may use them. */
  storage: yup.array(yup.string().required()).optional(),
});

export type Release = yup.InferType<typeof releaseSchema>;
export type ReleaseFile = Release['files'][number];
