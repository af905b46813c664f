export type {
  DialogSlotName,
  DialogSlotProps,
  PageModule,
  PageTarget,
  Remote,
  SearchModule,
  SearchResult,
  SlotLoaders,
  SlotName,
  SlotProps,
} from './remote.ts';
export { withPreload } from './with-preload.ts';
