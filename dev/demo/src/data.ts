import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CATEGORY_VALUES, PROBLEM_STATUSES } from '@solvent/contracts';
import type { Role } from '@solvent/contracts';
import ms from 'ms';
import { parse } from 'yaml';
import * as yup from 'yup';
import { ROOT } from '../../../scripts/setup/root.mjs';

/** The folder with the data, and with texts, pictures and modules in `assets`. */
const FOLDER = join(ROOT, 'dev/demo');
/** See {@link FOLDER}. */
export const ASSETS = join(FOLDER, 'assets');

/** Nothing that is misspelt is passed over: there are no fields but these. */
const thing = <Fields extends yup.ObjectShape>(fields: Fields) => yup.object(fields).exact().default(undefined);

/** Things by free keys, for which the library has no schema. */
function mapRules<Item extends Exclude<yup.ObjectShape[string], yup.Reference>>(item: Item) {
  const lazy = yup.lazy((map?: object) => thing(Object.fromEntries(Object.keys(map ?? {}).map((key) => [key, item]))).required());
  // Validates such a map: `item` validates each value.
  return lazy as unknown as yup.MixedSchema<Record<string, Item['__outputType']>>;
}

const text = () => yup.string().required();
const texts = () => yup.array(text()).required();
const number = () => yup.number().required();
const rating = () => number().integer().min(1).max(5);

/** How long before the moment of seeding, or after something else, as `25m`, `7h` or `12d`; in milliseconds. */
const time = () =>
  yup
    .number()
    // Undefined stays undefined; an invalid time becomes NaN, which is rejected.
    .transform((_value, written) => (written === undefined ? undefined : Math.round(ms(String(written) as ms.StringValue))));

const person = {
  name: text(),
  /** Without one, the user has an address of example.com and cannot sign in. */
  email: yup.string(),
  headline: text(),
  bio: text(),
  location: text(),
  /** ISO 3166-1 alpha-2, and a name of the IANA's. */
  country: text(),
  timeZone: text(),
  website: yup.string(),
  github: yup.string(),
  expertiseAreas: yup.array(text()),
  /** Age of the account. */
  joined: time().required(),
};

/** How a solver writes: a bid's message is an opening, an approach to its category, and a closing. */
const voice = thing({ openings: texts(), closings: texts() }).required();

const problem = thing({
  key: text(),
  by: text(),
  category: yup.string().oneOf(CATEGORY_VALUES).required(),
  title: text(),
  tags: texts(),
  /** Whole US dollars. */
  budget: number().integer(),
  posted: time().required(),
  status: yup.string().oneOf(PROBLEM_STATUSES),
  /** Bidders, the first one first. */
  bids: texts(),
  /** Whose bid the seeker took: for problems in progress and solved ones. */
  accepted: yup.string(),
  /** Bidders who withdrew. */
  withdrawn: yup.array(text()),
  /** Solvers whom the seeker invited, and who read the invitation. */
  invited: yup.array(text()),
  views: number().integer(),
});

const bid = thing({ amount: number(), estimatedDays: number().integer(), message: text() });

const review = thing({ rating: rating(), text: text(), after: time().required() });

/** `after`: so long after the problem was posted; `edited`: so long after that. */
const comment = { by: text(), text: text(), after: time().required(), edited: time() };
const question = thing({
  ...comment,
  /** Null if it was withdrawn since. */
  text: yup.string().nullable().defined(),
  pinned: yup.boolean(),
  answers: yup.array(thing(comment).required()),
});

const module = thing({
  slug: text(),
  title: text(),
  description: text(),
  tags: texts(),
  priceCents: number().integer(),
  author: text(),
  downloads: number().integer(),
  version: text(),
  released: time().required(),
  /** Also when the version came, of one with earlier ones. */
  updated: time().required(),
  notes: yup.string(),
  earlier: yup.array(thing({ version: text(), without: texts() }).required()),
});

const moduleReview = thing({
  by: text(),
  rating: rating(),
  text: text(),
  age: time().required(),
  /** They have the extended licence; absent: the standard one. */
  extended: yup.boolean(),
  /** The author's reply, and its delay. */
  answer: thing({ text: text(), after: time().required() }).optional(),
});

const conversation = thing({
  /** Null: it began on a profile. */
  problem: yup.string().nullable().defined(),
  between: yup.tuple([text(), text()]).required(),
  messages: yup
    .array(
      thing({
        by: text(),
        text: text(),
        age: time().required(),
        /** Type of the other participant's notification of it. */
        notifiedAs: yup.string().oneOf(['message_received', 'new_message'] as const),
      }).required(),
    )
    .required(),
  /** How many of the last messages each has not read. */
  unread: mapRules(number()).optional(),
});

/** A notification about a bid: its words and its time follow from the bid and what became of it. */
const bidNotification = thing({
  to: text(),
  type: yup
    .string()
    .oneOf(['new_bid', 'bid_accepted', 'bid_rejected'] as const)
    .required(),
  problem: text(),
  solver: text(),
  read: yup.boolean().required(),
});

/** How far an agreement has come. */
const agreement = thing({
  delivered: thing({ note: text(), age: time().required() }).optional(),
  changes: yup.array(
    thing({
      by: text(),
      amount: number().integer(),
      days: number().integer(),
      note: text(),
      age: time().required(),
      answer: yup.string().oneOf(['agreed', 'declined'] as const),
      /** When it was answered. */
      answered: time(),
    }).required(),
  ),
  /** When the seeker marked it as paid and the solver confirmed it: of solved problems. */
  paid: time(),
  received: time(),
  dispute: thing({ by: text(), seekerView: yup.string(), solverView: yup.string(), age: time().required() }).optional(),
});

const byCategory = thing(
  Object.fromEntries(CATEGORY_VALUES.map((category) => [category, texts()])) as Record<
    (typeof CATEGORY_VALUES)[number],
    ReturnType<typeof texts>
  >,
).required();

/** The files of `data`. */
const SHAPES = {
  people: thing({
    seekers: mapRules(thing(person).required()),
    solvers: mapRules(thing({ ...person, voice }).required()),
  }).required(),
  problems: yup.array(problem.required()).required(),
  questions: mapRules(yup.array(question.required()).required()),
  bids: thing({ approaches: byCategory, ownWords: mapRules(mapRules(bid.required())) }).required(),
  agreements: mapRules(agreement.required()),
  reviews: mapRules(thing({ bySeeker: review.optional(), bySolver: review.optional() }).required()),
  saved: mapRules(mapRules(time().required())),
  modules: yup.array(module.required()).required(),
  'module-reviews': mapRules(yup.array(moduleReview.required()).required()),
  conversations: yup.array(conversation.required()).required(),
  notifications: yup.array(bidNotification.required()).required(),
  generated: thing({
    things: byCategory,
    troubles: texts(),
    backgrounds: texts(),
    findings: texts(),
    wishes: texts(),
    technologies: byCategory,
  }).required(),
};

type Shapes = typeof SHAPES;

/** Reads a file of `data`. @throws Error that names the file, where something in it has no place there */
export async function readData<Name extends keyof Shapes>(
  name: Name,
  folder = join(FOLDER, 'data'),
): Promise<yup.InferType<Shapes[Name]>> {
  const file = join(folder, `${name}.yaml`);
  // Of the shapes it is the one of this name.
  const shape = SHAPES[name] as unknown as yup.Schema<yup.InferType<Shapes[Name]>>;
  try {
    return await shape.validate(parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Parts of generated problems. */
export type Vocabulary = yup.InferType<Shapes['generated']>;
/** A user of the demo data; the picture is `assets/avatars/<key>.webp`. */
export type DemoAccount = yup.InferType<ReturnType<typeof thing<typeof person>>> & { key: string; role: Role };
/** A problem; its text is `assets/problems/<key>.md`. */
export type DemoProblem = yup.InferType<typeof problem>;
/** A module of the toolbox: its files are `assets/modules/<slug>/`, its pictures lie beside them. */
export type DemoModule = yup.InferType<typeof module>;
export type DemoModuleReview = yup.InferType<typeof moduleReview>;
export type DemoAgreement = yup.InferType<typeof agreement>;
export type DemoReview = yup.InferType<typeof review>;
export type DemoConversation = yup.InferType<typeof conversation>;
export type DemoBidNotification = yup.InferType<typeof bidNotification>;

const keysAre = (what: string, keys: string[], known: string[]) => {
  const unknown = keys.filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new Error(`The demo data has ${what} of ${unknown.join(', ')}, which it does not have`);
};

/** Everything that an empty database is filled with. @throws Error where the data is not as it must be */
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
    keysAre(what, Object.keys(map), problemKeys);
  keysAre(
    'reviews',
    Object.keys(moduleReviews),
    modules.map(({ slug }) => slug),
  );
  const market = { accounts, solvers, problems, questions, bids, agreements, reviews, saved };
  return { ...market, modules, moduleReviews, conversations, notifications };
}

/** See {@link readDemoData}. */
export type DemoData = Awaited<ReturnType<typeof readDemoData>>;
