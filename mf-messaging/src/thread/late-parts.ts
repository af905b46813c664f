import { lazyComponent } from '@solvent/ui';

/** What a message, or the place where one is written, has only now and then: one file of code, behind the messages themselves. */
export const ActionsBar = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './actions/actions-bar.tsx'));
export const MessageFiles = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './files/message-files.tsx'));
export const EntryFooter = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './message/entry-footer.tsx'));
export const ChosenFileList = lazyComponent(
  () => import(/* webpackChunkName: "thread-parts" */ './composer/chosen-file-list.tsx'),
);
export const ComposerBar = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './composer/composer-bar.tsx'));
export const DropZone = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './composer/drop-zone.tsx'));
export const Reactions = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './message/reactions.tsx'));
export const Announcements = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './list/announcements.tsx'));
const jumpButtons = () => import(/* webpackChunkName: "thread-parts" */ './list/jump-buttons.tsx');
export const JumpButton = lazyComponent(async () => ({ Component: (await jumpButtons()).JumpButton }));
export const FirstUnreadButton = lazyComponent(async () => ({ Component: (await jumpButtons()).FirstUnreadButton }));

/** Stands where one of them does not come: the messages are there all the same. */
export const nothing = () => null;

/** Loads them before anybody turns to one: a connection that is lost then takes none of them away. */
export function preloadParts(): void {
  const parts = [ActionsBar, MessageFiles, EntryFooter, ChosenFileList, ComposerBar, DropZone, Reactions];
  for (const part of [...parts, Announcements, JumpButton, FirstUnreadButton]) void part.preload();
}
