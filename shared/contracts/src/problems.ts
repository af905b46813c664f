import type { PersonRating, PersonSummary } from './accounts.ts';
import type { Agreement } from './agreements.ts';
import type { Bid } from './bids.ts';
import type { IsoTime, Paging } from './envelope.ts';
import type { StoredFile } from './files.ts';
import type { TakenDown } from './taken-down.ts';

/** Values and labels of the categories (product 3.21). */
export const CATEGORIES = {
  frontend: 'Frontend Development',
  backend: 'Backend Development',
  fullstack: 'Full Stack Development',
  mobile: 'Mobile Development',
  devops: 'DevOps & Deployment',
  database: 'Database',
  'ai-ml': 'AI & Machine Learning',
  security: 'Security & Authentication',
  testing: 'Testing & QA',
  performance: 'Performance Optimization',
  cloud: 'Cloud Services',
  blockchain: 'Blockchain',
  other: 'Other',
} as const;
export type Category = keyof typeof CATEGORIES;
export const CATEGORY_VALUES = Object.keys(CATEGORIES) as Category[];

/** States of a problem (product 4.10). */
export const PROBLEM_STATUSES = ['open', 'in-progress', 'solved', 'closed'] as const;
export type ProblemStatus = (typeof PROBLEM_STATUSES)[number];

/** Orders of the list of problems. The first is the default; of a search, the best matches come first by default. */
export const PROBLEM_SORTS = ['newest', 'budget', 'lowest-budget', 'bids', 'fewest-bids'] as const;
export type ProblemSort = (typeof PROBLEM_SORTS)[number];

/** A problem in a list (product 3.6). `description` is the plain-text summary of its body. */
export interface ProblemListItem {
  _id: string;
  title: string;
  description: string;
  category: Category;
  tags: string[];
  bidCount: number;
  status: ProblemStatus;
  /** Whole US dollars. */
  budget: number;
  createdAt: IsoTime;
  user: PersonSummary;
  /** False for the signed-out. */
  savedByMe: boolean;
}

/** A problem on its own page. */
export interface Problem extends ProblemListItem {
  /** Markdown. */
  body: string;
  viewCount: number;
  /** What others say of the poster. */
  posterRating: PersonRating;
  updatedAt: IsoTime;
  attachments: StoredFile[];
  /** The latest of what has happened to it, oldest first. */
  timeline: TimelineEntry[];
  /** Whether more happened before `timeline` begins. */
  hasEarlierEvents: boolean;
  /** The viewer's own latest bid. */
  myBid: Bid | null;
  /** The accepted bid, for the poster and its solver; null for others. */
  acceptedBid: Bid | null;
  /** The latest agreement, for its two people; null for others. */
  agreement: Agreement | null;
  /** What the two of an agreement that is over say of each other: the viewer's own and those that all may see. */
  reviews: ProblemReview[];
  /** Until when the viewer may rate the other one of an agreement that is over, and whom; null who may not, or has. */
  reviewUntil: IsoTime | null;
  reviewSubject: PersonSummary | null;
  /** Present while it is taken down: then only its poster and the two people of an agreement see it. */
  takenDown?: TakenDown;
}

/** What can happen to a problem. */
export const PROBLEM_EVENTS = [
  'posted',
  'edited',
  'budget_changed',
  'bid_accepted',
  'delivered',
  'solved',
  'parted',
  'closed',
  'reopened',
] as const;
export type ProblemEvent = (typeof PROBLEM_EVENTS)[number];

/** Something that happened to a problem. What one person does again, with nobody else between, is one entry. */
export interface TimelineEntry {
  _id: string;
  event: ProblemEvent;
  /** Who did it, or for `bid_accepted` whose bid it was. */
  person: PersonSummary;
  /** The last time. */
  at: IsoTime;
  /** How often it happened so, from 1. */
  times: number;
  /** Of `budget_changed` alone: whole US dollars before and after. */
  budget?: { before: number; after: number };
}

/** Answer of `GET /problems/{id}/timeline`: what came before the entry that `before` names, or the latest. */
export type TimelineAnswer = Pick<Problem, 'timeline' | 'hasEarlierEvents'>;

/** What one of the two says of the other. */
export interface ProblemReview {
  _id: string;
  author: PersonSummary;
  subject: PersonSummary;
  /** 1 to 5, whole. */
  rating: number;
  text: string;
  createdAt: IsoTime;
  /** Present while it is taken down: then only its author sees it. */
  takenDown?: TakenDown;
}

/** Answer of a list of problems. `total` counts all that match. */
export interface ProblemsAnswer extends Paging {
  problems: ProblemListItem[];
  total: number;
}

/** Answer of `GET /problems`. */
export interface FoundProblemsAnswer extends ProblemsAnswer {
  /** What was searched for in place of a search whose words nothing has, such as one with a typo; null where it is what was asked for. */
  searchedFor: string | null;
}

/** Why somebody reports a problem. */
export const PROBLEM_REPORT_REASONS = ['spam', 'abuse', 'off-platform', 'copyright', 'other'] as const;
export type ProblemReportReason = (typeof PROBLEM_REPORT_REASONS)[number];

/** Answer of `GET /problems/similar?title=`: at most five, the likest first. */
export interface SimilarProblemsAnswer {
  problems: Pick<ProblemListItem, '_id' | 'title' | 'status' | 'bidCount'>[];
}

/** One entry of `GET /problems/categories`: how many the list has once it is narrowed to this category, too. */
export interface CategoryCount {
  value: Category;
  label: string;
  count: number;
}

/** A question or an answer under a problem: everybody reads it. Answers have a `parentId`; there is one level of them. */
export interface Comment {
  _id: string;
  problemId: string;
  parentId: string | null;
  /** Null once it was deleted. */
  author: PersonSummary | null;
  /** Markdown; empty once it was deleted. */
  content: string;
  /** By the problem's poster; questions alone. */
  pinned: boolean;
  isDeleted: boolean;
  createdAt: IsoTime;
  /** Null while it stands as it was written. */
  editedAt: IsoTime | null;
  /** Present while it is taken down: then only its author sees it, and others see a deleted comment. */
  takenDown?: TakenDown;
}

/** Answer of `GET /problems/{id}/comments`: pinned questions first, then the oldest; each answer after its question. */
export interface CommentsAnswer {
  comments: Comment[];
}

/** Answer of every call that changes a comment. */
export interface CommentAnswer {
  comment: Comment;
}
