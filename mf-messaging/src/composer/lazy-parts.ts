import { lazyComponent } from '@solvent/ui';

export const ChosenFileList = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './chosen-file-list.tsx'));
export const ComposerBar = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './composer-bar.tsx'));
export const DropZone = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './drop-zone.tsx'));

/** Fallback for a part that cannot be loaded: messages work without it. */
export const renderNothing = () => null;

export function preloadComposerParts(): void {
  for (const part of [ChosenFileList, ComposerBar, DropZone]) void part.preload();
}
