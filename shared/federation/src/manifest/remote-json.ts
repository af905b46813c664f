import * as yup from 'yup';
import { iconNameSchema, iconsSchema } from './icon-nodes.ts';
import { pathPatternSchema } from './path-pattern-schema.ts';

const dialogSchema = yup
  .string<`${string}-dialog`>()
  .matches(/^[a-z][a-z0-9-]*-dialog$/, 'The name of a dialog ends in "-dialog", such as "role-switch-dialog"');

const menuEntrySchema = yup.object({
  label: yup.string().optional(),
  icon: iconNameSchema.optional(),
  /** Position among the entries of all remotes, ascending. */
  order: yup.number().default(0),
  badge: yup.string().oneOf(['conversations', 'notifications']).optional(),
  /** Shown to visitors only. */
  visitors: yup.boolean().default(false),
});

const createEntrySchema = () => menuEntrySchema.exact().optional().default(undefined);

const menuSchema = yup.object({
  bar: createEntrySchema(),
  sheet: createEntrySchema(),
  /** The tabs at the bottom on phones. */
  tabs: createEntrySchema(),
  /** The menu beside the user's name; without a tab also in the sheet. */
  account: createEntrySchema(),
  /** The last button of the top bar and the sheet. */
  action: createEntrySchema(),
  bell: createEntrySchema(),
  palette: createEntrySchema(),
});

const pathSchema = yup.object({
  /** React Router pattern, absolute: `/problems/:id`. */
  path: pathPatternSchema,
  /** The page's key in `pages` of the remote, and the name of its chunk. */
  page: yup.string().required(),
  /** "Problems" is shown as "Problems · Solvent". A page may replace it after loading. */
  title: yup.string().required(),
  /** True redirects visitors to /signin and hides the page from their menus. */
  session: yup.boolean().default(false),
  /** Message for a visitor who opens this page, which needs a session, from a tab or an action. */
  visitorMessage: yup.string().optional(),
  /** Completes "Sign in to …" on the sign-in page, for a page that needs a session: `post a problem`. */
  purpose: yup.string().optional(),
  role: yup.object({ is: yup.string().required(), dialog: dialogSchema.required() }).exact().optional().default(undefined),
  /** The dialog that menus open instead until the channel's `toolboxOpen` is set. */
  dialog: dialogSchema.optional(),
  /** False hides the tabs at the bottom. */
  tabs: yup.boolean().default(true),
  /** Idle time before the page's code is fetched: 1 s, 2 s, or never. */
  preload: yup.string().oneOf(['soon', 'later', 'no']).default('no'),
  /** `public`: rendered by the server, the same for all visitors. */
  render: yup.string().oneOf(['public']).optional(),
  /** Script budget besides the entry and the exposed module, in kB after brotli; default `BUDGETS.route`. */
  budget: yup.number().positive().optional(),
  menu: menuSchema
    .exact()
    .optional()
    .default(undefined)
    .test('no-parameters', 'A path with parameters cannot have a menu entry', (menu, { parent }) => {
      const { path } = parent as { path?: string };
      return menu === undefined || !path?.includes(':');
    }),
});

const searchSchema = yup.object({
  name: yup.string().required(),
  title: yup.string().required(),
  order: yup.number().default(0),
});

/** Shell contract 1 had `chunk` instead of `page` and no title. */
function readPath(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('chunk' in value)) return value;
  const { chunk, ...path } = value;
  return { page: chunk, ...path };
}

const storedPathSchema = pathSchema.shape({ title: yup.string().defined().default('') }).transform(readPath);

export const remoteSchema = yup.object({
  name: yup
    .string()
    .matches(/^[a-z][a-z0-9-]*$/, 'A remote is named in lower case')
    .required(),
  version: yup.string().required(),
  /** Semver range of the shell contract. */
  contract: yup.string().required(),
  paths: yup.array(storedPathSchema).required(),
  slots: yup.array(yup.string().required()).default([]),
  searches: yup.array(searchSchema.required()).default([]),
  /** Budget of the entry with the exposed module, in kB after brotli; default `BUDGETS.entry`. */
  budget: yup.number().positive().optional(),
  /** Nodes of icons that the shell does not have. */
  icons: iconsSchema,
});

const strictSchema = remoteSchema.shape({
  paths: yup.array(pathSchema.exact()).required(),
  searches: yup.array(searchSchema.exact()).default([]),
});

/** `remote.json` of a build. Refuses misspelled fields: without `session` a page would be public. */
export const remoteJsonSchema = strictSchema.exact();

/** `remote.json` in the sources; the build adds the omitted fields. */
export const writtenRemoteSchema = strictSchema.omit(['version', 'icons']).exact();

export type RemoteJson = yup.InferType<typeof remoteSchema>;
export type RemotePath = RemoteJson['paths'][number];
export type MenuName = keyof NonNullable<RemotePath['menu']>;
export type MenuEntry = yup.InferType<typeof menuEntrySchema>;

/** Default budgets in kB after brotli. */
export const BUDGETS = { entry: 24, route: 60 } as const;
