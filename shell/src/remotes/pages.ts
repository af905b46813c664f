import type { PageModule } from '@solvent/federation';
import type { ChannelDocument, MenuEntry, MenuName, RemoteJson, RemotePath } from '@solvent/federation/manifest';
import { useSession } from '@solvent/store';
import { useRemotes } from './remotes-context.ts';
import type { RemoteLoader } from './remote-loader.ts';
import { memoizeLoad } from './retry.ts';
import type { MemoizedLoad } from './retry.ts';

type LoadOptions = Parameters<RemoteLoader['load']>[1];

export interface Page extends Omit<RemotePath, 'page' | 'budget'> {
  /** Name of the remote that owns it, or `shell`. */
  owner: string;
  icons?: RemoteJson['icons'];
  code: MemoizedLoad<PageModule, [LoadOptions?]>;
}

/** Whether visitors may see the page; the server renders any other one with skeletons. */
export const isPublic = ({ render }: Page): boolean => render === 'public';

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

export interface MenuItem extends MenuEntry {
  page: Page;
  label: string;
}

/** Menus that show session pages to visitors, too, and explain that they need to sign in. */
const VISITOR_MENUS: readonly MenuName[] = ['tabs', 'action', 'bell'];

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

/** Returns the dialog that replaces a page in menus until the channel opens the Toolbox (product 1.5). */
export function useMenuDialog(): (page: Page) => Page['dialog'] {
  const { toolboxOpen } = useRemotes().channel;
  return ({ dialog }) => (toolboxOpen ? undefined : dialog);
}
