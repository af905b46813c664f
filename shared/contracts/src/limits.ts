// Limits of forms and lists. Milliseconds and characters, unless a name has another unit.

export const BYTES_PER_MB = 1024 * 1024;

/** Problem list (product 9.7 and 9.8). Money in whole US dollars, margin in px. */
export const BROWSE = {
  searchDebounce: 500,
  scrollMargin: 200,
  priceMin: 0,
  priceMax: 10_000,
  priceStep: 5,
  initialPrice: [0, 1000],
  pageSize: 10,
} as const;

/** Searches of problems, modules and people. */
export const SEARCH_MAX = 200;

export const PAGE_SIZES = {
  conversations: 10,
  messages: 100,
  foundMessages: 20,
  conversationFiles: 20,
  notifications: 20,
  myBids: 20,
  ownProblems: 20,
  modules: 12,
  reviews: 10,
  timeline: 20,
  max: 100,
} as const;

/** `linkedMax`: linked GitHub and Google accounts (product 11.19). */
export const ACCOUNT = {
  nameMax: 80,
  emailMax: 254,
  passwordMin: 8,
  passwordMax: 128,
  skillMax: 40,
  skillsMax: 20,
  headlineMax: 100,
  bioMax: 4000,
  locationMax: 80,
  linkMax: 200,
  linkedMax: 20,
} as const;

/** `side`: edge of the stored square in px. */
export const AVATAR = {
  maxBytes: 5 * BYTES_PER_MB,
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  side: 512,
} as const;

export const PEOPLE_FOUND_MAX = 5;

/** Fields of a problem (product 5.7). Budget in whole US dollars. */
export const PROBLEM = {
  titleMin: 10,
  titleMax: 120,
  bodyMin: 30,
  bodyMax: 10_000,
  tagsMin: 1,
  tagsMax: 5,
  tagMax: 30,
  budgetMin: 1,
  budgetMax: 10_000,
  summaryMax: 240,
} as const;

export const CONTACT = { nameMax: 80, subjectMin: 3, subjectMax: 120, messageMin: 10, messageMax: 5000 } as const;

/** Fields of a bid (product 5.8). Amount in whole US dollars. */
export const BID = {
  amountMin: 1,
  amountMax: 1_000_000,
  daysMin: 1,
  daysMax: 90,
  messageMin: 30,
  messageMax: 2000,
  reasonMax: 500,
} as const;

/** Agreements (product 4.22). `reminderDays`: days until a reminder of an unconfirmed payment. */
export const AGREEMENT = {
  noteMax: 4000,
  linksMax: 10,
  linkMax: 500,
  referenceMax: 140,
  paymentTextMax: 2000,
  reasonMax: 500,
  viewMin: 30,
  pageSize: 20,
  reminderDays: 7,
} as const;

export const SOLVED_WORK_MAX = 6;

/** `suggested` solvers after posting; `max` invitations per problem (product 4.23). */
export const INVITATIONS = { suggested: 5, max: 20 } as const;

export const SAVED_SEARCHES = { max: 20, nameMax: 80 } as const;

/** Nested levels of quotes and lists in Markdown (decision 0029). */
export const NESTING_MAX = 30;

/** Maximum number of pictures in one Markdown text; pictures on other sites are links (product 5.19). */
export const TEXT_PICTURES_MAX = 10;

export const COMMENT = { contentMax: 4000, editMinutes: 15 } as const;

/** Reviews of solved problems (product 4.12); `days` after solving. */
export const REVIEW = { days: 14, ratingMin: 1, ratingMax: 5, textMax: 1000 } as const;

export const ATTACHMENTS = { max: 5, maxBytes: 10 * BYTES_PER_MB } as const;

/** Filter of the file dialog for attachments; the server checks the content. */
export const ATTACHMENT_ACCEPT = [
  'image/png,image/jpeg,image/webp,image/gif,application/pdf,text/*,application/json',
  '.zip,.gz,.tgz,.docx,.xlsx,.pptx,.odt,.ods,.odp',
  '.txt,.log,.md,.csv,.json,.xml,.yaml,.yml,.toml,.html,.css,.js,.mjs,.jsx,.ts,.tsx,.vue,.py,.rb,.php,.java,.kt,.swift,.go,.rs,.c,.h,.cpp,.cs,.sh,.sql',
].join(',');

/** Conversations (product 5.9 and 9.13). `groupWindowMs`: messages of a sender within it form a group. `pictureWidths` in px. */
export const CHAT = {
  contentMax: 10_000,
  previewMax: 140,
  searchMax: 100,
  searchResultsMax: 200,
  filesMax: 10,
  fileMaxBytes: 10 * BYTES_PER_MB,
  linkMinutes: 10,
  typingLifetimeMs: 5000,
  typingIntervalMs: 2500,
  groupWindowMs: 5 * 60_000,
  editMinutes: 15,
  pictureWidths: [360, 720, 1600],
} as const;

/** Stored and daily uploaded bytes per user; uploads count even if they are not kept. */
export const STORAGE = { maxBytes: 5 * 1024 * BYTES_PER_MB, maxBytesPerDay: 1024 * BYTES_PER_MB } as const;

/** Modules (product 5.11 and 9.14). `ratioMax`: unpacked to packed size of an archive. */
export const MODULE = {
  titleMin: 3,
  titleMax: 100,
  slugMin: 3,
  descriptionMin: 10,
  descriptionMax: 500,
  techStackMax: 10,
  documentationMin: 10,
  documentationMax: 50_000,
  notesMax: 2000,
  urlMax: 300,
  reviewMax: 2000,
  reportMax: 2000,
  priceMinDollars: 1,
  priceMaxDollars: 10_000,
  zipMaxBytes: 50 * BYTES_PER_MB,
  imagesMax: 5,
  imageMaxBytes: 2 * BYTES_PER_MB,
  imageTypes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  videosMax: 5,
  videoMaxBytes: 5 * BYTES_PER_MB,
  videoTypes: ['video/mp4', 'video/webm'],
  unpackedMaxBytes: 300 * BYTES_PER_MB,
  entriesMax: 5000,
  ratioMax: 100,
} as const;
