import type { Seeker } from '../people/seekers.ts';
import type { Solver } from '../people/solvers.ts';
import { days, hours, minutes } from '../shape.ts';
import type { DemoQuestion } from '../shape.ts';

/** Under problems of servers, data and clouds. */
export const PLATFORM_QUESTIONS: Record<string, DemoQuestion<Seeker | Solver>[]> = {
  'postgres-slow-orders': [
    {
      by: 'ingrid-solheim',
      text: 'Could you add the plan of the biggest customer, please? `EXPLAIN (ANALYZE, BUFFERS, SETTINGS)`, and how many orders that one has.',
      after: hours(2),
      pinned: true,
      answers: [
        {
          by: 'maya-okafor',
          text: '41,300 orders (a hotel chain). The part that hurts:\n\n```text\nSort  (actual time=3641.2..3648.9 rows=41288)\n  Sort Method: external merge  Disk: 18872kB\n  ->  HashAggregate  (actual time=3310.4..3542.7)\n        ->  Hash Right Join  (actual time=212.6..2874.0 rows=186402)\n```\n\n`work_mem` is 4 MB.',
          after: hours(3),
          edited: minutes(6),
        },
        { by: 'ingrid-solheim', text: 'That explains nearly all of it. Thank you!', after: hours(3.5) },
      ],
    },
    {
      by: 'mateo-silva',
      text: 'Do people really open page 200, or is it only there because the pager shows it?',
      after: hours(6),
      answers: [
        { by: 'maya-okafor', text: 'Two of them do, at the end of each year. For their taxes.', after: hours(8) },
        {
          by: 'diego-fuentes',
          text: 'An export of the year would serve those two better, and "older" and "newer" all others.',
          after: hours(11),
        },
      ],
    },
    {
      by: 'harpreet-singh',
      text: 'Is a trigger all right for you, or shall totals be written by the application?',
      after: hours(19),
    },
  ],
  'stripe-webhook-duplicates': [
    {
      by: 'zainab-yusuf',
      text: 'Is the signature checked against the raw body everywhere? In the snippet it is; I ask because of the second endpoint that people usually have for refunds.',
      after: hours(5),
      answers: [
        {
          by: 'maya-okafor',
          text: 'You are right, there is one for refunds. It is checked there too; I looked it up just now.',
          after: hours(7),
        },
      ],
    },
    {
      by: 'harpreet-singh',
      text: 'What may happen if `fulfil` succeeds and the mail fails for a day: is a late mail better than none?',
      after: hours(9),
      pinned: true,
      answers: [
        {
          by: 'maya-okafor',
          text: 'A late one is better, up to two days. After that I would rather write myself.',
          after: hours(10),
        },
      ],
    },
  ],
  's3-multipart-browser': [
    {
      by: 'harpreet-singh',
      text: 'When somebody chooses "the same file" again: is name, size and date of change enough to believe them, or shall the parts that are there be checked first?',
      after: hours(4),
      answers: [
        { by: 'ines-duarte', text: 'Checked. A wrong master cost us a screening once.', after: hours(6) },
        {
          by: 'diego-fuentes',
          text: 'The checksum of each part is known to S3, so only the last few have to be read again. That takes seconds.',
          after: hours(8),
        },
      ],
    },
    { by: 'grace-mwangi', text: 'In which region are the bucket and most of your film makers?', after: hours(31) },
  ],
  'rag-contract-answers': [
    {
      by: 'wei-chen',
      text: 'How were the 120 questions chosen? If all of them have an answer, "I do not know" cannot be measured.',
      after: hours(11),
      pinned: true,
      answers: [
        {
          by: 'priya-raghavan',
          text: 'By two buyers, from their mails. Thirty have no answer in the contract; I made sure of that, since those are the dangerous ones.',
          after: hours(20),
        },
        { by: 'wei-chen', text: 'Excellent. That is better prepared than most.', after: hours(22) },
      ],
    },
    {
      by: 'mateo-silva',
      text: 'May amendments overrule the contract that they belong to, and are they filed with it?',
      after: days(3),
      answers: [
        { by: 'priya-raghavan', text: 'They may. Mostly they are filed with it, about 60 are not.', after: days(3.5) },
        { by: 'grace-mwangi', text: 'Those 60 will be the wrong answers, if nobody looks at them first.', after: days(4) },
      ],
    },
  ],
  'migration-zero-downtime': [
    {
      by: 'harpreet-singh',
      text: 'Is there logical replication anywhere (a warehouse, a search index)? It would see every row of the back-fill.',
      after: days(1),
      answers: [
        { by: 'noah-berger', text: 'To the warehouse, yes. It may lag for a week, we have asked them.', after: days(1.4) },
        {
          by: 'ingrid-solheim',
          text: 'Then the back-fill has to hold back when the slot grows. I have put it into the plan.',
          after: days(2),
        },
      ],
    },
  ],
  'aws-bill-surprise': [
    {
      by: 'arjun-mehta',
      text: 'Do your containers run in private subnets, and is there a gateway endpoint for S3? If not, that alone may be half of it.',
      after: minutes(40),
      pinned: true,
      answers: [
        { by: 'kwame-asante', text: 'Private, yes. What is a gateway endpoint?', after: minutes(65) },
        {
          by: 'arjun-mehta',
          text: 'A free way to S3 that goes past the NAT gateway, which charges for each gigabyte. Two clicks, no restart.',
          after: minutes(72),
        },
        { by: 'kwame-asante', text: 'Now I am curious **and** slightly angry.', after: minutes(80) },
      ],
    },
  ],
  'helm-staging-preview': [
    {
      by: 'grace-mwangi',
      text: 'Is the small data set there already, or is making one part of the work? Without personal data it can take longer than all the rest.',
      after: hours(6),
      answers: [{ by: 'priya-raghavan', text: 'It is there: 40 MB, made up, used by our tests.', after: hours(18) }],
    },
  ],
};
