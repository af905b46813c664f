export const PROBLEMS_KEY = ['problems'] as const;

export const problemPath = (id: string): string => `/problems/${encodeURIComponent(id)}`;

export const problemDetailKey = (id: string) => [...PROBLEMS_KEY, 'detail', id] as const;

export const commentsKey = (problemId: string) => ['comments', problemId] as const;
