import type { Comment } from '@solvent/contracts';

let count = 0;

/** A question by Diego, of this moment. */
export function buildComment(overrides: Partial<Comment> = {}): Comment {
  return {
    _id: `comment-${(count += 1)}`,
    problemId: 'p1',
    parentId: null,
    author: { _id: 'diego', name: 'Diego Fuentes', image: null },
    content: 'Does it happen on **every** reconnect?',
    pinned: false,
    isDeleted: false,
    createdAt: new Date().toISOString(),
    editedAt: null,
    ...overrides,
  };
}
