export {
  contentModerated,
  hasTakeDown,
  IS_MALWARE,
  isTakenDown,
  markAsMalware,
  nestedTakeDown,
  presentTakeDown,
  publishModeration,
  removeTakeDown,
  storeTakeDown,
} from './service.ts';
export type { ModeratedContent, NestedTakeDowns, TakeDown } from './service.ts';
