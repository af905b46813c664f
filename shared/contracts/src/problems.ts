import type { PersonRating } from './schemas/accounts.ts';
import type { PersonSummary, StoredFile } from './schemas/common.ts';
import type { Agreement } from './agreements.ts';
import type { Bid } from './schemas/bids.ts';
import type { IsoTime, Paging } from './envelope.ts';
import type { TakenDown } from './schemas/taken-down.ts';

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

export const PROBLEM_STATUSES = ['open', 'in-progress', 'solved', 'closed'] as const;
export type ProblemStatus = (typeof PROBLEM_STATUSES)[number];

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
  savedByMe: boolean;
}

export interface Problem extends ProblemListItem {
  body: string;
  viewCount: number;
  posterRating: PersonRating;
  updatedAt: IsoTime;
  attachments: StoredFile[];
  timeline: TimelineEntry[];
  hasEarlierEvents: boolean;
  myBid: Bid | null;
  acceptedBid: Bid | null;
  agreement: Agreement | null;
  reviews: ProblemReview[];
  /** Deadline and subject of the viewer's review; null if they cannot review, or already have. */
  reviewUntil: IsoTime | null;
  reviewSubject: PersonSummary | null;
  /** Present while taken down, when only its poster and the parties of an agreement see it. */
  takenDown?: TakenDown;
}

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

/** Event of a problem. Consecutive events of one kind by one user are merged. */
export interface TimelineEntry {
  _id: string;
  event: ProblemEvent;
  person: PersonSummary;
  at: IsoTime;
  times: number;
  /** Only for `budget_changed`: whole US dollars. */
  budget?: { before: number; after: number };
}

export type TimelineResponse = Pick<Problem, 'timeline' | 'hasEarlierEvents'>;

export interface ProblemReview {
  _id: string;
  author: PersonSummary;
  subject: PersonSummary;
  rating: number;
  text: string;
  createdAt: IsoTime;
  takenDown?: TakenDown;
}

export interface ProblemsResponse extends Paging {
  problems: ProblemListItem[];
  total: number;
}

export interface FoundProblemsResponse extends ProblemsResponse {
  /** Corrected search that produced the results, for a search without matches such as a typo; otherwise null. */
  searchedFor: string | null;
}

export const PROBLEM_REPORT_REASONS = ['spam', 'abuse', 'off-platform', 'copyright', 'other'] as const;
export type ProblemReportReason = (typeof PROBLEM_REPORT_REASONS)[number];

/** Response of `GET /problems/similar?title=`: at most five, most similar first. */
export interface SimilarProblemsResponse {
  problems: Pick<ProblemListItem, '_id' | 'title' | 'status' | 'bidCount'>[];
}

export interface CategoryCount {
  value: Category;
  label: string;
  count: number;
}

/** Public question or answer under a problem. Answers have a `parentId`; there is one level. */
export interface Comment {
  _id: string;
  problemId: string;
  parentId: string | null;
  author: PersonSummary | null;
  content: string;
  pinned: boolean;
  isDeleted: boolean;
  createdAt: IsoTime;
  editedAt: IsoTime | null;
  /** Present while taken down: its author sees the comment, others a deleted one. */
  takenDown?: TakenDown;
}

export interface CommentsResponse {
  comments: Comment[];
}

export interface CommentResponse {
  comment: Comment;
}
