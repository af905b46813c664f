import type { PublicProfile } from '@solvent/contracts';

const NO_STATS: PublicProfile['stats'] = {
  problemsPosted: 0,
  problemsSolved: 0,
  bidsAccepted: 0,
  rating: null,
  ratingCount: 0,
  hireRate: null,
  replyMinutes: null,
};

export const buildPerson = (overrides: Partial<PublicProfile> = {}): PublicProfile => ({
  _id: 'diego',
  name: 'Diego Fuentes',
  image: null,
  role: 'solver',
  headline: '',
  bio: '',
  location: '',
  country: '',
  timeZone: '',
  website: '',
  github: '',
  expertiseAreas: [],
  memberSince: '2026-01-15T07:42:35.572Z',
  verified: { email: true, github: false, githubLogin: null },
  stats: NO_STATS,
  reviews: [],
  solvedWork: [],
  blockedByMe: false,
  ...overrides,
});
