import type { Category, ProblemStatus, Role } from '@solvent/contracts';

const MINUTE = 60_000;

/** How long before the moment of seeding something happened, in milliseconds. */
export const minutes = (count: number): number => count * MINUTE;
/** See {@link minutes}. */
export const hours = (count: number): number => count * 60 * MINUTE;
/** See {@link minutes}. */
export const days = (count: number): number => count * 24 * 60 * MINUTE;

/** Somebody who lives in the demo data; the picture is `seed-assets/avatars/<key>.webp`. */
export interface DemoPerson {
  name: string;
  /** Without one, the person has an address of example.com and nobody can sign in as them. */
  email?: string;
  headline: string;
  bio: string;
  location: string;
  website?: string;
  github?: string;
  expertiseAreas?: string[];
  /** Age of the account. */
  joined: number;
}

/** A person with what follows from their place in the data. */
export interface DemoAccount extends DemoPerson {
  key: string;
  role: Role;
}

/** A problem; its text is `seed-assets/problems/<key>.md`. */
export interface DemoProblem<Seeker extends string = string, Solver extends string = string> {
  key: string;
  by: Seeker;
  category: Category;
  /** Whole US dollars. */
  budget: number;
  posted: number;
  title: string;
  tags: string[];
  /** Absent: open. */
  status?: ProblemStatus;
  /** Who bids, the first one first. */
  bids: Solver[];
  /** Whose bid the seeker took: for problems in progress and solved ones. */
  accepted?: Solver;
  /** Whose bids were taken back. */
  withdrawn?: Solver[];
  views: number;
}

/** What somebody wrote to one problem, where it is not made from {@link DemoVoice}. */
export interface DemoBid {
  amount: number;
  estimatedDays: number;
  message: string;
}

/** How a solver writes: a bid's message is an opening, an approach to its category, and a closing. */
export interface DemoVoice {
  openings: string[];
  closings: string[];
}

/** What one side of a solved problem says of the other. */
export interface DemoReview {
  /** 1 to 5. */
  rating: number;
  text: string;
  /** How long after the problem was solved, in milliseconds. */
  after: number;
}

/** The reviews of one problem; a side that is absent has not written. */
export interface DemoReviews {
  bySeeker?: DemoReview;
  bySolver?: DemoReview;
}

/** What somebody wrote under a problem. */
export interface DemoComment<Person extends string = string> {
  by: Person;
  /** Markdown; null where it was taken back since. */
  text: string | null;
  /** How long after the problem was posted, in milliseconds. */
  after: number;
  /** How long after that its words were changed. */
  edited?: number;
}

/** A question under a problem, with its answers in their order. */
export interface DemoQuestion<Person extends string = string> extends DemoComment<Person> {
  pinned?: boolean;
  answers?: (DemoComment<Person> & { text: string })[];
}

/** An earlier version of a module: its files, changed by those of `seed-assets/earlier/<slug>-<version>`. */
export interface DemoEarlier {
  version: string;
  /** Paths of files that it did not have. */
  without: string[];
}

/** A module of the toolbox: its files are `seed-assets/modules/<slug>/`, its pictures lie beside them. */
export interface DemoModule {
  slug: string;
  title: string;
  description: string;
  tags: string[];
  priceCents: number;
  author: string;
  downloads: number;
  version: string;
  released: number;
  /** Also when the version came, of one with earlier ones. */
  updated: number;
  /** What is new in the version. */
  notes?: string;
  earlier?: DemoEarlier[];
}

/** What somebody who has a module says of it. */
export interface DemoModuleReview<Person extends string = string> {
  by: Person;
  /** 1 to 5. */
  rating: number;
  text: string;
  age: number;
  /** They have the extended licence; absent: the standard one. */
  extended?: boolean;
  /** What the author says to it, and how long after (ms). */
  answer?: { text: string; after: number };
}

/** A notification about a bid: its words and its time follow from the bid and what became of it. */
export interface DemoBidNotification {
  to: string;
  type: 'new_bid' | 'bid_accepted' | 'bid_rejected';
  problem: string;
  solver: string;
  read: boolean;
}

/** What somebody wrote to somebody. */
export interface DemoMessage {
  by: string;
  /** Markdown. */
  text: string;
  age: number;
  /** The other one was told of it, in a notification of this type. */
  told?: 'message_received' | 'new_message';
}

/** What two people wrote to each other. */
export interface DemoConversation {
  /** Null: it began on a profile. */
  problem: string | null;
  between: [one: string, other: string];
  messages: DemoMessage[];
  /** How many of the last messages each has not read; absent: none. */
  unread?: Record<string, number>;
}
