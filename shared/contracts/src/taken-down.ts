/** Content that the team can take down (product 6.10). `review`: of a user or a module. */
export const CONTENT_KINDS = ['problem', 'comment', 'module', 'review'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];
