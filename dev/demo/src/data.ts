import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CATEGORY_VALUES, PAYMENT_METHODS, PROBLEM_STATUSES } from '@solvent/contracts';
import type { Role } from '@solvent/contracts';
import ms from 'ms';
import { parse } from 'yaml';
import * as yup from 'yup';
import { ROOT } from '../../../scripts/setup/root.mjs';

/** Contains the data, and the texts, pictures and modules in `assets`. */
const FOLDER = join(ROOT, 'dev/demo');
export const ASSETS = join(FOLDER, 'assets');

/** An object schema that rejects unknown fields, such as misspelled ones. */
const exactObject = <Fields extends yup.ObjectShape>(fields: Fields) => yup.object(fields).exact().default(undefined);

/** A schema for objects with arbitrary keys, which yup does not have. `item` validates each value. */
function mapSchema<Item extends Exclude<yup.ObjectShape[string], yup.Reference>>(item: Item) {
  const lazy = yup.lazy((map?: object) =>
    exactObject(Object.fromEntries(Object.keys(map ?? {}).map((key) => [key, item]))).required(),
  );
  // Validates such a map: `item` validates each value.
  return lazy as unknown as yup.MixedSchema<Record<string, Item['__outputType']>>;
}

const text = () => yup.string().required();
const texts = () => yup.array(text()).required();
const number = () => yup.number().required();
const rating = () => number().integer().min(1).max(5);

/** A duration such as `25m`, `7h` or `12d`, converted to milliseconds. Most are ages at the time of seeding. */
const duration = () =>
  yup
    .number()
    // Undefined stays undefined; an invalid time becomes NaN, which is rejected.
    .transform((_value, written) => (written === undefined ? undefined : Math.round(ms(String(written) as ms.StringValue))));

const person = {
  name: text(),
  /** Users without an email get an address of example.com and cannot sign in. */
  email: yup.string(),
  headline: text(),
  bio: text(),
  location: text(),
  /** ISO 3166-1 alpha-2 code. */
  country: text(),
  /** IANA name. */
  timeZone: text(),
  website: yup.string(),
  github: yup.string(),
  expertiseAreas: yup.array(text()),
  /** Age of the account. */
  joined: duration().required(),
  paymentDetails: exactObject({ text: text(), iban: text(), link: text() }).optional(),
};

/** Parts of the messages of a solver. A message of a bid is an opening, an approach to the category, and a closing. */
const voice = exactObject({ openings: texts(), closings: texts() }).required();

const problem = exactObject({
  key: text(),
  by: text(),
  category: yup.string().oneOf(CATEGORY_VALUES).required(),
  title: text(),
  tags: texts(),
  /** Whole US dollars. */
  budget: number().integer(),
  posted: duration().required(),
  /** Time from the moment of seeding to the day by which it is needed. */
  doneIn: duration(),
  status: yup.string().oneOf(PROBLEM_STATUSES),
  /** Bidders in the order of their bids. */
  bids: texts(),
  /** The bidder whose bid the seeker accepted, for problems in progress and solved ones. */
  accepted: yup.string(),
  /** Bidders who withdrew their bids. */
  withdrawn: yup.array(text()),
  /** Solvers whom the seeker invited. They have read the notification. */
  invited: yup.array(text()),
  views: number().integer(),
});

const bid = exactObject({ amount: number(), estimatedDays: number().integer(), message: text() });

const review = exactObject({ rating: rating(), text: text(), after: duration().required() });

/** `after` is the delay from the problem to the comment, `edited` the delay from the comment to its edit. */
const comment = { by: text(), text: text(), after: duration().required(), edited: duration() };
const question = exactObject({
  ...comment,
  /** Null if the author deleted it. */
  text: yup.string().nullable().defined(),
  pinned: yup.boolean(),
  answers: yup.array(exactObject(comment).required()),
});

const module = exactObject({
  slug: text(),
  title: text(),
  description: text(),
  tags: texts(),
  priceCents: number().integer(),
  author: text(),
  downloads: number().integer(),
  version: text(),
  released: duration().required(),
  /** Age of the last change. If there are earlier versions, also the age of `version`. */
  updated: duration().required(),
  notes: yup.string(),
  earlier: yup.array(exactObject({ version: text(), without: texts() }).required()),
});

const moduleReview = exactObject({
  by: text(),
  rating: rating(),
  text: text(),
  age: duration().required(),
  /** Whether the reviewer has the extended license instead of the standard one. */
  extended: yup.boolean(),
  /** The reply of the author; `after` is its delay. */
  answer: exactObject({ text: text(), after: duration().required() }).optional(),
});

const conversation = exactObject({
  /** Key of a problem, or null if the conversation started on a profile. */
  problem: yup.string().nullable().defined(),
  between: yup.tuple([text(), text()]).required(),
  messages: yup
    .array(
      exactObject({
        by: text(),
        text: text(),
        age: duration().required(),
        /** Type of the notification that the other participant received. */
        notifiedAs: yup.string().oneOf(['message_received', 'new_message'] as const),
      }).required(),
    )
    .required(),
  /** Number of unread messages (the latest ones), by participant. */
  unread: mapSchema(number()).optional(),
});

/** A notification about a bid. Its text and time are derived from the bid and its outcome. */
const bidNotification = exactObject({
  to: text(),
  type: yup
    .string()
    .oneOf(['new_bid', 'bid_accepted', 'bid_rejected'] as const)
    .required(),
  problem: text(),
  solver: text(),
  read: yup.boolean().required(),
});

/** Progress of an agreement. */
const agreement = exactObject({
  delivered: exactObject({
    note: text(),
    links: yup.array(text()),
    age: duration().required(),
    /** The request of the seeker afterwards. */
    changes: exactObject({ text: text(), age: duration().required() }).optional(),
  }).optional(),
  changes: yup.array(
    exactObject({
      by: text(),
      amount: number().integer(),
      days: number().integer(),
      note: text(),
      age: duration().required(),
      answer: yup.string().oneOf(['agreed', 'declined'] as const),
      /** Age of the answer. */
      answered: duration(),
    }).required(),
  ),
  /** For solved problems: the age of the payment, and of its confirmation by the solver. */
  paid: duration(),
  method: yup.string().oneOf(PAYMENT_METHODS),
  reference: yup.string(),
  received: duration(),
  dispute: exactObject({ by: text(), seekerView: yup.string(), solverView: yup.string(), age: duration().required() }).optional(),
});

const textsByCategory = exactObject(
  Object.fromEntries(CATEGORY_VALUES.map((category) => [category, texts()])) as Record<
    (typeof CATEGORY_VALUES)[number],
    ReturnType<typeof texts>
  >,
).required();

/** Schemas of the files in `data`, by name. */
const SCHEMAS = {
  people: exactObject({
    seekers: mapSchema(exactObject(person).required()),
    solvers: mapSchema(exactObject({ ...person, voice }).required()),
  }).required(),
  problems: yup.array(problem.required()).required(),
  questions: mapSchema(yup.array(question.required()).required()),
  bids: exactObject({ approaches: textsByCategory, ownWords: mapSchema(mapSchema(bid.required())) }).required(),
  agreements: mapSchema(agreement.required()),
  reviews: mapSchema(exactObject({ bySeeker: review.optional(), bySolver: review.optional() }).required()),
  saved: mapSchema(mapSchema(duration().required())),
  modules: yup.array(module.required()).required(),
  'module-reviews': mapSchema(yup.array(moduleReview.required()).required()),
  conversations: yup.array(conversation.required()).required(),
  notifications: yup.array(bidNotification.required()).required(),
  generated: exactObject({
    things: textsByCategory,
    troubles: texts(),
    backgrounds: texts(),
    findings: texts(),
    wishes: texts(),
    technologies: textsByCategory,
  }).required(),
};

type Schemas = typeof SCHEMAS;

/** Reads a file of `data`. @throws Error with the path of the file if it does not match its schema */
export async function readData<Name extends keyof Schemas>(
  name: Name,
  folder = join(FOLDER, 'data'),
): Promise<yup.InferType<Schemas[Name]>> {
  const file = join(folder, `${name}.yaml`);
  // `SCHEMAS[name]` has this type, which TypeScript cannot infer.
  const schema = SCHEMAS[name] as unknown as yup.Schema<yup.InferType<Schemas[Name]>>;
  try {
    return await schema.validate(parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Text fragments for generated problems. */
export type Vocabulary = yup.InferType<Schemas['generated']>;
/** A user of the demo data; the picture is `assets/avatars/<key>.webp`. */
export type DemoAccount = yup.InferType<ReturnType<typeof exactObject<typeof person>>> & { key: string; role: Role };
/** A problem; its text is `assets/problems/<key>.md`. */
export type DemoProblem = yup.InferType<typeof problem>;
/** A module of the toolbox; its files are in `assets/modules/<slug>/`, its pictures next to that folder. */
export type DemoModule = yup.InferType<typeof module>;
export type DemoModuleReview = yup.InferType<typeof moduleReview>;
export type DemoAgreement = yup.InferType<typeof agreement>;
export type DemoReview = yup.InferType<typeof review>;
export type DemoConversation = yup.InferType<typeof conversation>;
export type DemoBidNotification = yup.InferType<typeof bidNotification>;

const requireKnownKeys = (what: string, keys: string[], known: string[]) => {
  const unknown = keys.filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new Error(`The demo data has ${what} of ${unknown.join(', ')}, which it does not have`);
};

/** Reads all demo data. @throws Error if a file is invalid, or has entries for a problem or module that does not exist */
export async function readDemoData() {
  const [people, problems, questions, bids, agreements, reviews] = await Promise.all([
    readData('people'),
    readData('problems'),
    readData('questions'),
    readData('bids'),
    readData('agreements'),
    readData('reviews'),
  ]);
  const [saved, modules, moduleReviews, conversations, notifications] = await Promise.all([
    readData('saved'),
    readData('modules'),
    readData('module-reviews'),
    readData('conversations'),
    readData('notifications'),
  ]);
  const { seekers, solvers } = people;
  const accounts: DemoAccount[] = [
    ...Object.entries(seekers).map(([key, one]) => ({ ...one, key, role: 'seeker' as const })),
    ...Object.entries(solvers).map(([key, { voice: _voice, ...one }]) => ({ ...one, key, role: 'solver' as const })),
  ];
  // References are resolved when rows are built; unreferenced entries would be lost silently.
  const problemKeys = problems.map(({ key }) => key);
  for (const [what, map] of Object.entries({ questions, agreements, reviews, bids: bids.ownWords }))
    requireKnownKeys(what, Object.keys(map), problemKeys);
  requireKnownKeys(
    'reviews',
    Object.keys(moduleReviews),
    modules.map(({ slug }) => slug),
  );
  const market = { accounts, solvers, problems, questions, bids, agreements, reviews, saved };
  return { ...market, modules, moduleReviews, conversations, notifications };
}

export type DemoData = Awaited<ReturnType<typeof readDemoData>>;
