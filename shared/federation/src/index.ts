export type { PageModule, Remote, RemoteRoute, SlotLoaders, SlotName, SlotProps } from './remote.ts';
