/**
 * Limits of what is sent and listed, each with its place in docs/product.md. Apart from the other constants (constants.ts), which
 * every page loads: these come with the forms. Times are milliseconds unless the name says otherwise.
 */

/** Browse (product 9.7 and 9.8). Money in whole US dollars, margin in px. */
export const BROWSE = {
  searchDebounce: 500,
  scrollMargin: 200,
  priceMin: 0,
  priceMax: 10_000,
  priceStep: 5,
  initialPrice: [0, 1000],
  pageSize: 10,
} as const;

/** Page sizes, and the largest `limit` (product 9.2). */
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

/** Field limits of a person's account, lengths in characters; `linkedMax`: linked GitHub and Google accounts (product 11.19). */
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

/** A person's picture: what may be sent (bytes, types), and the side of the square that is kept (px). */
export const AVATAR = {
  maxBytes: 5 * 1024 * 1024,
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  side: 512,
} as const;

/** So many people a search by name gives. */
export const PEOPLE_FOUND_MAX = 5;

/** Field limits of a problem (product 5.7). Budget in whole US dollars. */
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

/** Field limits of the contact form. Lengths in characters. */
export const CONTACT = { nameMax: 80, subjectMin: 3, subjectMax: 120, messageMin: 10, messageMax: 5000 } as const;

/** Field limits of a bid (product 5.8). Amount in whole US dollars; lengths in characters. */
export const BID = {
  amountMin: 1,
  amountMax: 1_000_000,
  daysMin: 1,
  daysMax: 90,
  messageMin: 30,
  messageMax: 2000,
  reasonMax: 500,
} as const;

/**
 * Agreements (product 4.22): characters of a note, of a reason and at least of a view; how many stand on a page; days after which
 * somebody is reminded, once, of a payment that was not said or not confirmed.
 */
export const AGREEMENT = { noteMax: 4000, reasonMax: 500, viewMin: 30, pageSize: 20, reminderDays: 7 } as const;

/** So many problems that somebody solved stand on the profile. */
export const SOLVED_WORK_MAX = 6;

/** Suggested solvers after posting, and at most so many invitations to one problem (product 4.23). */
export const INVITATIONS = { suggested: 5, max: 20 } as const;

/** Searches that somebody keeps (product 4.29): how many, and characters of a name. */
export const SAVED_SEARCHES = { max: 20, nameMax: 80 } as const;

/** Levels of quotes and lists within each other that a text in markdown may have (decision 0029). */
export const NESTING_MAX = 30;

/** Pictures of this site that one text may show (product 5.19). */
export const TEXT_PICTURES_MAX = 10;

/** Public questions and answers. */
export const COMMENT = { contentMax: 4000, editMinutes: 15 } as const;

/** Rating the other one after a problem is solved (product 4.12): days, stars, characters. */
export const REVIEW = { days: 14, ratingMin: 1, ratingMax: 5, textMax: 1000 } as const;

/** Files at a problem: how many, how large (bytes) each. */
export const ATTACHMENTS = { max: 5, maxBytes: 10 * 1024 * 1024 } as const;

/** What a dialog for choosing such files, or files of a message, shows at first; the server looks at their content. */
export const ATTACHMENT_ACCEPT = [
  'image/png,image/jpeg,image/webp,image/gif,application/pdf,text/*,application/json',
  '.zip,.gz,.tgz,.docx,.xlsx,.pptx,.odt,.ods,.odp',
  '.txt,.log,.md,.csv,.json,.xml,.yaml,.yml,.toml,.html,.css,.js,.mjs,.jsx,.ts,.tsx,.vue,.py,.rb,.php,.java,.kt,.swift,.go,.rs,.c,.h,.cpp,.cs,.sh,.sql',
].join(',');

/**
 * Conversations (product 5.9 and 9.13): characters; messages that a search shows to whoever has very many (5.20); files of a message, how many and how large (bytes) each;
 * how long a link to a file lives, and a file that is linked is asked for anew; how long somebody counts as typing after the
 * last sign of it, and how often a client says so at most (ms); messages of one person this close (ms) stand in a group; for how
 * many minutes somebody changes a message of theirs; the widths (px) at which pictures are served.
 */
export const CHAT = {
  contentMax: 10_000,
  previewMax: 140,
  searchMax: 100,
  foundMax: 200,
  filesMax: 10,
  fileMaxBytes: 10 * 1024 * 1024,
  linkMinutes: 10,
  typingLife: 5000,
  typingEvery: 2500,
  groupWithin: 5 * 60_000,
  editMinutes: 15,
  pictureWidths: [360, 720, 1600],
} as const;

const MB = 1024 * 1024;

/** All files of one person (bytes): what they may take, and how much may be sent in a day, also of what is not kept. */
export const STORAGE = { maxBytes: 5 * 1024 * MB, maxBytesADay: 1024 * MB } as const;

/**
 * A module's fields and files (product 5.11 and 9.14): characters; US dollars; bytes of what is sent; what an archive may
 * hold once unpacked (bytes, entries, and how many times its packed size).
 */
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
  zipMaxBytes: 50 * MB,
  imagesMax: 5,
  imageMaxBytes: 2 * MB,
  imageTypes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  videosMax: 5,
  videoMaxBytes: 5 * MB,
  videoTypes: ['video/mp4', 'video/webm'],
  unpackedMaxBytes: 300 * MB,
  entriesMax: 5000,
  ratioMax: 100,
} as const;
