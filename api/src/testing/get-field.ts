import type {
  Agreement,
  Bid,
  Comment,
  Conversation,
  Message,
  Module,
  ModuleReview,
  Notification,
  Problem,
  ProblemListItem,
  PublicProfile,
  StoredFile,
} from '@solvent/contracts';
import type { TestResponse } from './test-app.ts';

/** Types that response schemas guarantee. */
interface ResponseFields {
  agreement: Agreement;
  bid: Bid;
  comment: Comment;
  comments: Comment[];
  conversation: Conversation;
  file: StoredFile;
  message: Message;
  module: Module;
  notifications: Notification[];
  problem: Problem;
  problems: ProblemListItem[];
  review: ModuleReview;
  unreadCount: number;
  user: PublicProfile;
}

export function getField<Name extends keyof ResponseFields>({ status, body }: TestResponse, name: Name): ResponseFields[Name] {
  if (status >= 300 || !(name in body)) throw new Error(`No ${name} in response ${status}: ${JSON.stringify(body)}`);
  return body[name] as ResponseFields[Name];
}
