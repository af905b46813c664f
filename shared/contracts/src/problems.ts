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

/** Headings of the template of a description. Summaries omit them. */
export const TEMPLATE_HEADINGS = ['What happens', 'What should happen', 'What I tried', 'Done when'] as const;

export const PROBLEM_SORTS = ['newest', 'budget', 'lowest-budget', 'bids', 'fewest-bids'] as const;
export type ProblemSort = (typeof PROBLEM_SORTS)[number];

/** How the owner of a saved search learns of new problems that match it. */
export const SEARCH_ALERTS = ['off', 'on', 'email'] as const;
export type SearchAlerts = (typeof SEARCH_ALERTS)[number];

export const PROBLEM_EVENTS = [
  'posted',
  'edited',
  'budget_changed',
  'bid_accepted',
  'delivered',
  'changes_requested',
  'solved',
  'parted',
  'closed',
  'reopened',
] as const;
export type ProblemEvent = (typeof PROBLEM_EVENTS)[number];

export const PROBLEM_REPORT_REASONS = ['spam', 'abuse', 'off-platform', 'copyright', 'other'] as const;
export type ProblemReportReason = (typeof PROBLEM_REPORT_REASONS)[number];
