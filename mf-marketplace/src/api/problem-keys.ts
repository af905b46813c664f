/** All that this remote keeps of problems, in lists and in full. */
export const PROBLEMS_KEY = ['problems'] as const;

export const problemPath = (id: string): string => `/problems/${encodeURIComponent(id)}`;

export const problemDetailKey = (id: string) => [...PROBLEMS_KEY, 'detail', id] as const;

/** Of what is asked and answered under a problem. */
export const commentsKey = (problemId: string) => ['comments', problemId] as const;
