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
  /** Where it stands among the entries of all remotes: the least first. */
  order: yup.number().default(0),
  /** The count of the store that it shows. */
  badge: yup.string().oneOf(['conversations', 'notifications']).optional(),
  /** True: only who is signed out finds it. */
  visitors: yup.boolean().default(false),
});

/** An entry that need not be there. */
const entry = () => menuEntrySchema.exact().optional().default(undefined);

/** The menus that a page stands in. */
const menuSchema = yup.object({
  /** The links of the top bar. */
  bar: entry(),
  /** The sheet on phones. */
  sheet: entry(),
  /** The tabs at the bottom on phones. */
  tabs: entry(),
  /** The menu beside the person's name; in the sheet, too, where it has no tab. */
  account: entry(),
  /** The button that the top bar and the sheet end with. */
  action: entry(),
  /** The bell: what the slot `notification-bell` stands for. */
  bell: entry(),
  /** The pages that the command palette finds. */
  palette: entry(),
});

/** One path pattern that a remote owns. */
const pathSchema = yup.object({
  /** React Router pattern, absolute: `/problems/:id`. */
  path: pathPatternSchema,
  /** The page's key in `pages` of the remote, and the name of its chunk, so that its files can be hinted in the page of that path. */
  page: yup.string().required(),
  /** "Problems" is shown as "Problems · Solvent". A page may set a better one when it knows it. */
  title: yup.string().required(),
  /** True when the page needs a session: anonymous visitors are sent to /signin, and menus do not offer it to them. */
  session: yup.boolean().default(false),
  /** Said to a visitor who asks for a page that needs a session; such a page is offered to them all the same, by tabs and actions. */
  visitorMessage: yup.string().optional(),
  /** The role that who asks for it must have, and the dialog that lets any other take it. */
  role: yup.object({ is: yup.string().required(), dialog: dialogSchema.required() }).exact().optional().default(undefined),
  /** What menus open in its place until the channel's `toolboxOpen` is set. */
  dialog: dialogSchema.optional(),
  /** False: the page is shown without the tabs at the bottom. */
  tabs: yup.boolean().default(true),
  /** When to fetch the page's code while the browser is idle: after 1 s, after 2 s, or not. */
  preload: yup.string().oneOf(['soon', 'later', 'no']).default('no'),
  /** `public`: shows the same to everybody who is signed out, so that the server makes it for them ahead of any script. */
  render: yup.string().oneOf(['public']).optional(),
  /** How many kB of scripts, after brotli, the page may need besides the entry and the exposed module, where not `BUDGETS.route`. */
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

/** Something that the command palette can look for. */
const searchSchema = yup.object({
  /** Its key in `searches` of the remote. */
  name: yup.string().required(),
  /** What is found, such as "Problems". */
  title: yup.string().required(),
  /** Where its results stand among those of all remotes: the least first. */
  order: yup.number().default(0),
});

/** Releases of the shell contract 1 name a page by `chunk`; its title stood in the code. */
function readPath(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('chunk' in value)) return value;
  const { chunk, ...path } = value;
  return { page: chunk, ...path };
}

/** A path as stores keep it. */
const storedPathSchema = pathSchema.shape({ title: yup.string().defined().default('') }).transform(readPath);

/** What the shell must know of a remote before it loads any code of it; as releases and channels carry it. */
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
  /** How many kB, after brotli, its entry with the exposed module may have, where not `BUDGETS.entry`. */
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
