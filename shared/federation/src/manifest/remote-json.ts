import * as yup from 'yup';
import { pathPatternSchema } from './path-pattern-schema.ts';

/** One path pattern that a remote owns. */
const remotePathSchema = yup.object({
  /** React Router pattern, absolute: `/problems/:id`. */
  path: pathPatternSchema,
  /** The `webpackChunkName` of the page, so that its files can be hinted in the page of that path. */
  chunk: yup.string().required(),
  /** True when the page needs a session: anonymous visitors are sent to /signin. */
  session: yup.boolean().default(false),
  /** When to fetch the page's code while the browser is idle: after 1 s, after 2 s, or not. */
  preload: yup.string().oneOf(['soon', 'later', 'no']).default('no'),
  /** How many kB of scripts, after brotli, the page may need besides the entry and the exposed module, where not `BUDGETS.route`. */
  budget: yup.number().positive().optional(),
});

/** What the shell must know of a remote before it loads any code of it; as releases and channels carry it. */
export const remoteSchema = yup.object({
  name: yup
    .string()
    .matches(/^[a-z][a-z0-9-]*$/, 'A remote is named in lower case')
    .required(),
  version: yup.string().required(),
  /** Semver range of the shell contract that it needs. */
  contract: yup.string().required(),
  paths: yup.array(remotePathSchema).required(),
  slots: yup.array(yup.string().required()).default([]),
  /** How many kB, after brotli, its entry with the exposed module may have, where not `BUDGETS.entry`. */
  budget: yup.number().positive().optional(),
});

/**
 * `remote.json`, as a person writes it: a misspelt field is refused, since without its `session` a page would be open to
 * everybody. The version stands in the remote's package.json and is added at the build.
 */
export const remoteJsonSchema = remoteSchema.shape({ paths: yup.array(remotePathSchema.exact()).required() }).exact();

export type RemoteJson = yup.InferType<typeof remoteJsonSchema>;
export type RemotePath = RemoteJson['paths'][number];

/** Version of the contract between the shell and its remotes: `Remote`, slot props, shared singletons. */
export const SHELL_CONTRACT = '1.0.0';

/** Byte budgets of a remote that sets none: kB after brotli. */
export const BUDGETS = { entry: 24, route: 60 } as const;
