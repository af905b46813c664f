export const ROLES = ['seeker', 'solver'] as const;
export type Role = (typeof ROLES)[number];

/** Shown instead of the name of a deleted account, which has no profile page. */
export const DELETED_PERSON_NAME = 'Deleted user';

export const SOCIAL_TYPES = ['github', 'google'] as const;
export type SocialType = (typeof SOCIAL_TYPES)[number];

export const SOCIAL_METHODS = ['login', 'signup'] as const;
export type SocialMethod = (typeof SOCIAL_METHODS)[number];
