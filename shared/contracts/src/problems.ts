import type { PersonSummary } from './accounts.ts';
import type { IsoTime, Paging } from './envelope.ts';

/** Values and labels of the categories (spec 3). */
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

/** States of a problem (api "State machines"). */
export const PROBLEM_STATUSES = ['open', 'in-progress', 'solved', 'closed'] as const;
export type ProblemStatus = (typeof PROBLEM_STATUSES)[number];

/** Orders of the list of problems; the first is the default. */
export const PROBLEM_SORTS = ['newest', 'budget', 'bids'] as const;
export type ProblemSort = (typeof PROBLEM_SORTS)[number];

/** A problem in a list (spec 3). `description` is the plain-text summary of its body. */
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
}

/** A problem on its own page. */
export interface Problem extends ProblemListItem {
  /** Markdown. */
  body: string;
  viewCount: number;
  updatedAt: IsoTime;
}

/** Query of `GET` and `HEAD /problems` (spec 7). `tags` comma-joined; prices in whole US dollars. */
export interface ProblemsQuery {
  tags?: string | undefined;
  search?: string | undefined;
  price_min?: number | undefined;
  price_max?: number | undefined;
  page?: number | undefined;
  limit?: number | undefined;
  category?: Category | undefined;
  status?: ProblemStatus | undefined;
  sort?: ProblemSort | undefined;
}

/** Answer of `GET /problems`. `total` counts all that match. */
export interface ProblemsAnswer extends Paging {
  problems: ProblemListItem[];
  total: number;
}

/** `POST /problems`. */
export interface CreateProblemBody {
  title: string;
  body: string;
  category: Category;
  tags: string[];
  budget: number;
}

/** One entry of `GET /problems/categories`: open problems counted. */
export interface CategoryCount {
  value: Category;
  label: string;
  count: number;
}
