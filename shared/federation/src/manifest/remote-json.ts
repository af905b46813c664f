import * as yup from 'yup';
import { iconNameSchema, iconsSchema } from './icon-nodes.ts';
import { pathPatternSchema } from './path-pattern-schema.ts';

/** A dialog among the slots of any remote. */
const dialogSchema = yup
  .string<`${string}-dialog`>()
  .matches(/^[a-z][a-z0-9-]*-dialog$/, 'The name of a dialog ends in "-dialog", such as "role-switch-dialog"');

/** An entry of a menu. */
const menuEntrySchema = yup.object({
  /** By default the page's title. */
  label: yup.string().optional(),
  /** Name of an icon of Lucide. */
  icon: iconNameSchema.optional(),
  /** Position among the entries of all remotes, ascending. */
  order: yup.number().default(0),
  /** The store's count that it shows. */
  badge: yup.string().oneOf(['conversations', 'notifications']).optional(),
  /** True: shown to visitors only. */
  visitors: yup.boolean().default(false),
});

const entry = () => menuEntrySchema.exact().optional().default(undefined);

/** The menus that contain a page. */
const menuSchema = yup.object({
  /** The links of the top bar. */
  bar: entry(),
  /** The sheet on phones. */
  sheet: entry(),
  /** The tabs at the bottom on phones. */
  tabs: entry(),
  /** The menu beside the user's name; without a tab also in the sheet. */
  account: entry(),
  /** The last button of the top bar and the sheet. */
  action: entry(),
  /** The bell (slot `notification-bell`). */
  bell: entry(),
  /** The pages that the command palette finds. */
  palette: entry(),
});

/** One path pattern that a remote owns. */
const pathSchema = yup.object({
  /** React Router pattern, absolute: `/problems/:id`. */
  path: pathPatternSchema,
  /** The page's key in `pages` of the remote, and the name of its chunk. */
  page: yup.string().required(),
  /** "Problems" is shown as "Problems · Solvent". A page may replace it after loading. */
  title: yup.string().required(),
  /** True if the page needs a session: visitors are redirected to /signin and do not see it in menus. */
  session: yup.boolean().default(false),
  /** Message for a visitor who opens the page from a tab or an action, which show it although it needs a session. */
  visitorMessage: yup.string().optional(),
  /** The required role, and the dialog that switches to it. */
  role: yup.object({ is: yup.string().required(), dialog: dialogSchema.required() }).exact().optional().default(undefined),
  /** The dialog that menus open instead until the channel's `toolboxOpen` is set. */
  dialog: dialogSchema.optional(),
  /** False: the page is shown without the tabs at the bottom. */
  tabs: yup.boolean().default(true),
  /** When to fetch the page's code while the browser is idle: after 1 s, after 2 s, or not. */
  preload: yup.string().oneOf(['soon', 'later', 'no']).default('no'),
  /** `public`: the same for all visitors, so the server renders it. */
  render: yup.string().oneOf(['public']).optional(),
  /** Script budget besides the entry and the exposed module, in kB after brotli; default `BUDGETS.route`. */
  budget: yup.number().positive().optional(),
  menu: menuSchema
    .exact()
    .optional()
    .default(undefined)
    .test('no-parameters', 'A path with parameters stands in no menu: nobody could say of which', (menu, { parent }) => {
      const { path } = parent as { path?: string };
      return menu === undefined || !path?.includes(':');
    }),
});

/** A search of the command palette. */
const searchSchema = yup.object({
  /** Its key in `searches` of the remote. */
  name: yup.string().required(),
  /** Heading of the results, such as "Problems". */
  title: yup.string().required(),
  /** Position among the results of all remotes, ascending. */
  order: yup.number().default(0),
});

/** Releases of the shell contract 1 name a page by `chunk` and have its title in the code. */
function readPath(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('chunk' in value)) return value;
  const { chunk, ...path } = value;
  return { page: chunk, ...path };
}

/** A path in stored releases. */
const storedPathSchema = pathSchema.shape({ title: yup.string().defined().default('') }).transform(readPath);

/** Description of a remote for the shell, in releases and channels. */
export const remoteSchema = yup.object({
  name: yup
    .string()
    .matches(/^[a-z][a-z0-9-]*$/, 'A remote is named in lower case')
    .required(),
  version: yup.string().required(),
  /** Semver range of the shell contract that it needs. */
  contract: yup.string().required(),
  paths: yup.array(storedPathSchema).required(),
  slots: yup.array(yup.string().required()).default([]),
  searches: yup.array(searchSchema.required()).default([]),
  /** Budget of the entry with the exposed module, in kB after brotli; default `BUDGETS.entry`. */
  budget: yup.number().positive().optional(),
  /** Nodes of the icons in its menus, without those that the shell has. */
  icons: iconsSchema,
});

const strictSchema = remoteSchema.shape({
  paths: yup.array(pathSchema.exact()).required(),
  searches: yup.array(searchSchema.exact()).default([]),
});

/**
 * `remote.json` of a build: a misspelled field is refused, since without its `session` a page would be public. The build adds the
 * version of the remote's package.json, and the icons.
 */
export const remoteJsonSchema = strictSchema.exact();

/** `remote.json` in the sources, without the fields that the build adds. */
export const writtenRemoteSchema = strictSchema.omit(['version', 'icons']).exact();

export type RemoteJson = yup.InferType<typeof remoteSchema>;
export type RemotePath = RemoteJson['paths'][number];
export type MenuName = keyof NonNullable<RemotePath['menu']>;
export type MenuEntry = yup.InferType<typeof menuEntrySchema>;

/** Byte budgets of a remote that sets none: kB after brotli. */
export const BUDGETS = { entry: 24, route: 60 } as const;
