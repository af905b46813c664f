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
export type { HeadTarget, PageHead, RenderedBody, RenderedPage, RenderHost, RenderPage, RenderRequest, ServerRemote } from './rendering.ts';
