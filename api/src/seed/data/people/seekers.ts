import { days } from '../shape.ts';
import type { DemoPerson } from '../shape.ts';

/** People who post problems. */
export const SEEKERS = {
  'maya-okafor': {
    name: 'Maya Okafor',
    email: 'seeker@solvent.dev',
    headline: 'Founder of Lantern & Loom',
    bio: 'I sell woven things that last, from eleven workshops in Nigeria and Portugal: [Lantern & Loom](https://lanternandloom.example).\n\nI wrote the first version of our shop myself and know enough to **ask good questions**.',
    location: 'Lagos, Nigeria',
    website: 'https://lanternandloom.example',
    joined: days(214),
  },
  'tomas-novak': {
    name: 'Tomáš Novák',
    headline: 'CTO at Kolej Freight',
    bio: 'Trucks, trains and the software between them. Eight developers, four thousand trackers, one very old table component.',
    location: 'Prague, Czechia',
    website: 'https://kolej.example',
    github: 'https://github.com/tnovak-kolej',
    joined: days(388),
  },
  'aiko-tanaka': {
    name: 'Aiko Tanaka',
    headline: 'Product lead, Kotonoha language learning',
    bio: 'I care about learners with small phones and slow lines. Before products I taught Japanese for six years.',
    location: 'Osaka, Japan',
    joined: days(171),
  },
  'fatima-el-idrissi': {
    name: 'Fatima Zahra El Idrissi',
    headline: 'Building clinic software people trust',
    bio: 'Pharmacist turned founder. We run appointments and records for 130 clinics, many of them far away from a good network.',
    location: 'Casablanca, Morocco',
    website: 'https://tabib.example',
    joined: days(302),
  },
  'liam-oconnor': {
    name: "Liam O'Connor",
    headline: 'Tickets for festivals that fit into a field',
    bio: 'Sound engineer by heart. Our ticket system started as a favour for one festival, and now there are sixty.',
    location: 'Cork, Ireland',
    joined: days(255),
  },
  'priya-raghavan': {
    name: 'Priya Raghavan',
    headline: 'Head of data platform, Northwind Sourcing',
    bio: 'I like boring systems, clear numbers, and people who say that they do not know. Fourteen years of moving data from A to B.',
    location: 'Bengaluru, India',
    github: 'https://github.com/praghavan-data',
    joined: days(420),
  },
  'camila-rojas': {
    name: 'Camila Rojas',
    headline: 'Climate data for everybody, Red Andina',
    bio: 'We keep nine hundred weather stations alive between Arica and Punta Arenas, and give away all that they measure:\n\n- hourly data as CSV\n- the [maps](https://redandina.example)\n- everything that broke, and why',
    location: 'Santiago, Chile',
    website: 'https://redandina.example',
    joined: days(198),
  },
  'noah-berger': {
    name: 'Noah Berger',
    headline: 'Staff engineer, payments',
    bio: 'Ledgers, migrations, and a weakness for property-based tests. I pay for careful work and read every line.',
    location: 'Zürich, Switzerland',
    github: 'https://github.com/nberger-ledger',
    joined: days(347),
  },
  'hana-kim': {
    name: 'Hana Kim',
    headline: 'Doctoral student, makes small games at night',
    bio: 'Linguistics by day, platform games after ten. My budgets are small, my bug reports are long.',
    location: 'Seoul, South Korea',
    github: 'https://github.com/hanamakes',
    joined: days(96),
  },
  'kwame-asante': {
    name: 'Kwame Asante',
    headline: 'Farm to market, without the detour',
    bio: 'Our marketplace brings 20,000 farmers and 400 buyers together. Most of our users hold a phone that costs less than a pair of shoes.',
    location: 'Accra, Ghana',
    joined: days(279),
  },
  'oliver-brandt': {
    name: 'Oliver Brandt',
    headline: 'Baker, retired from embedded systems',
    bio: 'Thirty years of firmware, now sourdough. I can read C, I can still not read CSS.',
    location: 'Hamburg, Germany',
    joined: days(58),
  },
  'ines-duarte': {
    name: 'Inês Duarte',
    headline: 'Post-production at Farol Filmes',
    bio: 'Four editors, one server room, and files that are larger than anybody expects. We like tools that tell the truth in their progress bars.',
    location: 'Lisbon, Portugal',
    website: 'https://farol.example',
    joined: days(143),
  },
  'amara-diallo': {
    name: 'Amara Diallo',
    headline: 'Piano teacher and patient tester',
    bio: 'Thirty students between six and sixty. I look for tools which make practising at home a little less lonely.',
    location: 'Dakar, Senegal',
    joined: days(41),
  },
  'ryan-whitaker': {
    name: 'Ryan Whitaker',
    headline: 'Engineering manager, Plumbline',
    bio: 'Software for construction sites: loud, dusty, offline half of the time. I spend my days making builds quicker for twenty-two developers.',
    location: 'Calgary, Canada',
    github: 'https://github.com/rwhitaker-plumb',
    joined: days(231),
  },
} as const satisfies Record<string, DemoPerson>;

/** A seeker's key. */
export type Seeker = keyof typeof SEEKERS;
