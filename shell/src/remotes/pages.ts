import type { PageModule } from '@solvent/federation';
import type { ChannelDocument, MenuEntry, MenuName, RemoteJson, RemotePath } from '@solvent/federation/manifest';
import { useSession } from '@solvent/store';
import { useRemotes } from './remotes-context.ts';
import type { RemoteLoader } from './remote-loader.ts';
import { memoizeLoad } from './retry.ts';
import type { MemoizedLoad } from './retry.ts';

/** `force`: as for the remote's own load. */
type LoadOptions = Parameters<RemoteLoader['load']>[1];

/** A page of this deployment: its path, what menus say of it, and its code. */
export interface Page extends Omit<RemotePath, 'page' | 'budget'> {
  /** Name of the remote that owns it, or `shell`. */
  owner: string;
  /** Nodes of the icons in its menus that the shell does not have. */
  icons?: RemoteJson['icons'];
  /** Loaded once, by whoever needs it first: a hovered link, idle time, the router. */
  code: MemoizedLoad<PageModule, [LoadOptions?]>;
}

/** The pages that the remotes of a channel own. */
export const createRemotePages = ({ remotes }: ChannelDocument, loader: RemoteLoader): Page[] =>
  remotes.flatMap(({ name, paths, icons }) =>
    paths.map((path) => ({
      ...path,
      owner: name,
      icons,
      code: memoizeLoad(async (options: LoadOptions) => {
        const load = (await loader.load(name, options)).pages[path.path];
        if (!load) throw new Error(`${name} owns ${path.path} and exports no page "${path.page}".`);
        return load();
      }),
    })),
  );

/** A page in a menu. */
export interface MenuItem extends MenuEntry {
  page: Page;
  label: string;
}

/** Where the pages of a session stand for visitors, too: what they may not open they are told. */
const VISITOR_MENUS: readonly MenuName[] = ['tabs', 'action', 'bell'];

/** What a menu offers this visitor, in order. */
export function useMenu(menu: MenuName): MenuItem[] {
  const { pages } = useRemotes();
  const isLogin = useSession((state) => state.isLogin);
  return pages
    .flatMap((page) => {
      const entry = page.menu?.[menu];
      return entry ? [{ ...entry, page, label: entry.label ?? page.title }] : [];
    })
    .filter(({ page, visitors }) => (isLogin ? !visitors : !page.session || VISITOR_MENUS.includes(menu)))
    .toSorted((one, other) => one.order - other.order);
}

/** The dialog that menus open in place of a page, until the channel has opened it (product 1.5). */
export function useMenuDialog(): (page: Page) => Page['dialog'] {
  const { toolboxOpen } = useRemotes().channel;
  return ({ dialog }) => (toolboxOpen ? undefined : dialog);
}
