import { STORAGE } from '@solvent/contracts';

const SECONDS = { ten: 10, minute: 60, quarter: 900, hour: 3600, day: 86_400 } as const;

/** So many points in so many seconds. */
interface Allowance {
  points: number;
  seconds: number;
}

/** One limit; what is left out is not counted. */
interface Limit {
  /** Of one person, wherever they are. */
  account?: Allowance;
  /** Of one network: many people may be behind one address. */
  network?: Allowance;
  /** Of one network for those who are not signed in, instead of `network`. */
  visitors?: Allowance;
  /** Of one account in one network. */
  accountFromNetwork?: Allowance;
  /**
   * Its points are given back, forgotten, or taken many at a time: that it was over is not remembered, and each try is asked for anew.
   * Other limits that are over cost no store anything until they end.
   */
  forgives?: true;
  /** First sentence of the error message. */
  reason?: string;
}

/** So many people can do what they do all day behind one address. */
const OFFICE = 10;

const allowed = (points: number, seconds: number): Allowance => ({ points, seconds });

/** For the signed-in: what a person may, and an office of them. */
const perPerson = (points: number, seconds: number) =>
  ({ account: allowed(points, seconds), network: allowed(points * OFFICE, seconds) }) satisfies Limit;

/** For everybody: who is not signed in has a person's allowance together with their network. */
const perAnybody = (points: number, seconds: number) =>
  ({ ...perPerson(points, seconds), visitors: allowed(points, seconds) }) satisfies Limit;

const perNetwork = (points: number, seconds: number) => ({ network: allowed(points, seconds) }) satisfies Limit;

/** Every limit of the product (docs/limits.md says what each is for). */
export const LIMITS = {
  signUp: perNetwork(5, SECONDS.hour),
  /**
   * Wrong passwords, and tries under way: of strangers at one account, from one network and from everywhere, of one network at all
   * accounts; and of a device, or a session, that signed in at the account before (features/accounts/auth/passwords.ts).
   */
  signInFromNetwork: { accountFromNetwork: allowed(5, SECONDS.quarter), forgives: true },
  signIn: { account: allowed(100, SECONDS.quarter), network: allowed(60, SECONDS.quarter), forgives: true },
  signInDevice: { account: allowed(5, SECONDS.quarter), forgives: true },
  verifyEmail: perNetwork(20, SECONDS.hour),
  // A whole office signs in so in the morning, and nobody can guess what its provider has signed.
  socialAuth: perNetwork(300, SECONDS.hour),
  /** Each reset counts twice: for opening the link and for setting the password. */
  resetPassword: perNetwork(40, SECONDS.hour),
  password: perPerson(30, SECONDS.hour),
  sessions: perPerson(120, SECONDS.hour),
  deviceToken: perPerson(60, SECONDS.hour),
  profile: perPerson(60, SECONDS.hour),
  roles: perPerson(30, SECONDS.hour),
  export: perPerson(10, SECONDS.hour),
  fileUploads: { ...perPerson(120, SECONDS.hour), reason: 'Too many pictures and files were uploaded within an hour.' },
  moduleUploads: { ...perPerson(10, SECONDS.hour), reason: 'Too many modules and versions were uploaded within an hour.' },
  /** In bytes, of messages' files and modules, too. */
  uploadedBytes: { ...perPerson(STORAGE.maxBytesPerDay, SECONDS.day), forgives: true },
  problems: perPerson(20, SECONDS.day),
  problemChanges: perPerson(60, SECONDS.hour),
  problemStatus: perPerson(30, SECONDS.hour),
  bids: perPerson(20, SECONDS.hour),
  bidChanges: perPerson(120, SECONDS.hour),
  agreements: perPerson(120, SECONDS.hour),
  disputes: perPerson(20, SECONDS.hour),
  invitations: perPerson(60, SECONDS.hour),
  blocks: perPerson(120, SECONDS.hour),
  comments: perPerson(30, SECONDS.hour),
  commentChanges: perPerson(120, SECONDS.hour),
  reviews: perPerson(30, SECONDS.hour),
  conversations: perPerson(120, SECONDS.hour),
  messages: perPerson(30, SECONDS.ten),
  messageChanges: perPerson(120, SECONDS.minute),
  /** What was read: pages say so by themselves. */
  reading: perPerson(300, SECONDS.minute),
  saving: perPerson(300, SECONDS.hour),
  moduleChanges: perPerson(120, SECONDS.hour),
  purchase: perPerson(30, SECONDS.hour),
  contact: perAnybody(5, SECONDS.hour),
  report: perAnybody(5, SECONDS.hour),
  download: perAnybody(120, SECONDS.hour),
  search: perAnybody(30, SECONDS.ten),
  /** The numbers beside what a search finds: a page asks for both at once. */
  searchCounts: perAnybody(30, SECONDS.ten),
  /** A page of somebody's links shows a few; a crawler of a large site comes from many networks. */
  cards: perNetwork(120, SECONDS.minute),
  sitemaps: perNetwork(60, SECONDS.minute),
  contentReports: perNetwork(120, SECONDS.hour),
  runtimeReports: perNetwork(600, SECONDS.hour),
} as const satisfies Record<string, Limit>;

/** A limit by its name in {@link LIMITS}. */
export type LimitName = keyof typeof LIMITS;

/** A limit with all that it may have. */
export const limitOf = (name: LimitName): Limit => LIMITS[name];

/**
 * What the networks around an IPv6 address may, in times of what its /64 may: whoever has one /48 has 65,536 of those. At one
 * account it is less: an office has many people, an account has one.
 */
export const IPV6_NETWORKS = [
  { bits: 64, times: 1, timesAtAccount: 1 },
  { bits: 56, times: 4, timesAtAccount: 2 },
  { bits: 48, times: 16, timesAtAccount: 4 },
] as const;
