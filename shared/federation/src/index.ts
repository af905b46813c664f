export type {
  DialogSlotName,
  DialogSlotProps,
  PageModule,
  PageTarget,
  Remote,
  SearchModule,
  SearchResult,
  SettingsSlotName,
  SlotLoaders,
  SlotName,
  SlotProps,
} from './remote.ts';
export { withPreload } from './with-preload.ts';
