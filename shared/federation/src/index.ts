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
