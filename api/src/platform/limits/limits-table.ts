import { STORAGE } from '@solvent/contracts';

const SECONDS = { ten: 10, minute: 60, quarter: 900, hour: 3600, day: 86_400 } as const;

interface Allowance {
  points: number;
  seconds: number;
}

interface Limit {
  account?: Allowance;
  network?: Allowance;
  /** Replaces `network` for visitors, who have no account. */
  visitors?: Allowance;
  accountFromNetwork?: Allowance;
  /** Points are released, cleared or consumed many at a time: a refusal is not cached, and each try queries the store. */
  isReversible?: true;
  reason?: string;
}

/** Users behind one address who are active at the same time. */
const OFFICE_SIZE = 10;

const allowance = (points: number, seconds: number): Allowance => ({ points, seconds });

const perUser = (points: number, seconds: number) =>
  ({ account: allowance(points, seconds), network: allowance(points * OFFICE_SIZE, seconds) }) satisfies Limit;

/** Visitors share a user's allowance with their network. */
const perUserOrVisitor = (points: number, seconds: number) =>
  ({ ...perUser(points, seconds), visitors: allowance(points, seconds) }) satisfies Limit;

const perNetwork = (points: number, seconds: number) => ({ network: allowance(points, seconds) }) satisfies Limit;

/** docs/limits.md describes each limit; its names are labels of metrics, too. */
export const LIMITS = {
  signUp: perNetwork(5, SECONDS.hour),
  /**
   * Failed and pending sign-ins: per account and network, per account, and per network. Devices and sessions that signed in before
   * have their own limit (features/accounts/auth/passwords.ts).
   */
  signInFromNetwork: { accountFromNetwork: allowance(5, SECONDS.quarter), isReversible: true },
  signIn: { account: allowance(100, SECONDS.quarter), network: allowance(60, SECONDS.quarter), isReversible: true },
  signInDevice: { account: allowance(5, SECONDS.quarter), isReversible: true },
  verifyEmail: perNetwork(20, SECONDS.hour),
  // High, since tokens that the provider has signed cannot be guessed.
  socialAuth: perNetwork(300, SECONDS.hour),
  /** A reset consumes 2 points: one for the link, one for the password. */
  resetPassword: perNetwork(40, SECONDS.hour),
  password: perUser(30, SECONDS.hour),
  sessions: perUser(120, SECONDS.hour),
  deviceToken: perUser(60, SECONDS.hour),
  profile: perUser(60, SECONDS.hour),
  roles: perUser(30, SECONDS.hour),
  export: perUser(10, SECONDS.hour),
  fileUploads: { ...perUser(120, SECONDS.hour), reason: 'Too many pictures and files were uploaded within an hour.' },
  moduleUploads: { ...perUser(10, SECONDS.hour), reason: 'Too many modules and versions were uploaded within an hour.' },
  /** The limit is a number of bytes. */
  uploadedBytes: { ...perUser(STORAGE.maxBytesPerDay, SECONDS.day), isReversible: true },
  problems: perUser(20, SECONDS.day),
  problemChanges: perUser(60, SECONDS.hour),
  problemStatus: perUser(30, SECONDS.hour),
  bids: perUser(20, SECONDS.hour),
  bidChanges: perUser(120, SECONDS.hour),
  agreements: perUser(120, SECONDS.hour),
  disputes: perUser(20, SECONDS.hour),
  invitations: perUser(60, SECONDS.hour),
  blocks: perUser(120, SECONDS.hour),
  comments: perUser(30, SECONDS.hour),
  commentChanges: perUser(120, SECONDS.hour),
  reviews: perUser(30, SECONDS.hour),
  conversations: perUser(120, SECONDS.hour),
  messages: perUser(30, SECONDS.ten),
  messageChanges: perUser(120, SECONDS.minute),
  reading: perUser(300, SECONDS.minute),
  saving: perUser(300, SECONDS.hour),
  moduleChanges: perUser(120, SECONDS.hour),
  purchase: perUser(30, SECONDS.hour),
  contact: perUserOrVisitor(5, SECONDS.hour),
  report: perUserOrVisitor(5, SECONDS.hour),
  download: perUserOrVisitor(120, SECONDS.hour),
  search: perUserOrVisitor(30, SECONDS.ten),
  /** Totals per category, which a page requests together with a search. */
  searchCounts: perUserOrVisitor(30, SECONDS.ten),
  cards: perNetwork(120, SECONDS.minute),
  sitemaps: perNetwork(60, SECONDS.minute),
  contentReports: perNetwork(120, SECONDS.hour),
  runtimeReports: perNetwork(600, SECONDS.hour),
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

export const getLimit = (name: LimitName): Limit => LIMITS[name];

/** Factors of the limits for the networks that contain an IPv6 address: a customer may have a /48, which is 65,536 times a /64. */
export const IPV6_NETWORKS = [
  { bits: 64, times: 1, timesAtAccount: 1 },
  { bits: 56, times: 4, timesAtAccount: 2 },
  { bits: 48, times: 16, timesAtAccount: 4 },
] as const;
