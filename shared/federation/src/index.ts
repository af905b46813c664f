export type { PageModule, PageTarget, Remote, RemoteRoute, SlotLoaders, SlotName, SlotProps } from './remote.ts';
