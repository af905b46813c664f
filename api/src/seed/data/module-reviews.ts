import type { Seeker } from './people/seekers.ts';
import type { Solver } from './people/solvers.ts';
import { days, hours } from './shape.ts';
import type { DemoModuleReview } from './shape.ts';

/** What people say of the modules that they have, by module. The stars of the catalogue come from here and nowhere else. */
export const MODULE_REVIEWS: Record<string, DemoModuleReview<Seeker | Solver>[]> = {
  'payment-setup': [
    {
      by: 'maya-okafor',
      rating: 5,
      text: 'The webhook that came twice was how I met Diego. This is the cure in a box: I understood every file, and I sell cloth.',
      age: days(21),
      answer: { text: 'You tested it harder than I did. Thank you, Maya.', after: hours(7) },
    },
    {
      by: 'liam-oconnor',
      rating: 5,
      text: 'We wrote the provider for our bank in forty lines. The test with two refunds at once convinced our auditor.',
      age: days(64),
      extended: true,
    },
    {
      by: 'mateo-silva',
      rating: 4,
      text: 'Clean and small. You have to bring your own store for orders, which the readme says, but an example for PostgreSQL would help.',
      age: days(118),
      answer: { text: 'Fair. It is on my list for the next version.', after: days(1) },
    },
  ],
  'interactive-maps': [
    {
      by: 'priya-raghavan',
      rating: 5,
      text: 'Six thousand bus stops join and part without a stutter on an old tablet.',
      age: days(33),
    },
    {
      by: 'noah-berger',
      rating: 3,
      text: 'The mathematics are right, but I expected a component and had to draw it myself. Read the readme before you buy.',
      age: days(80),
      answer: { text: 'Thank you for saying so. The first sentence of the readme says it now.', after: days(2) },
    },
    {
      by: 'camila-rojas',
      rating: 4,
      text: 'Works with our own tiles in places where no big map has any. Keyboard moves came for free.',
      age: days(52),
    },
  ],
  'auth-kit': [
    {
      by: 'diego-fuentes',
      rating: 5,
      text: 'I read all of it in a quarter of an hour and found nothing to change. That has not happened before.',
      age: days(40),
    },
    {
      by: 'hana-kim',
      rating: 5,
      text: 'Second factor in one afternoon, with the codes of our old app still working.',
      age: days(15),
    },
    {
      by: 'ryan-whitaker',
      rating: 4,
      text: 'Does what it says. Hashing takes half a second on our small server, so mind the part about lower costs.',
      age: days(97),
      answer: { text: 'Half a second for you is half a year for them. But yes, see the second argument.', after: hours(20) },
    },
    {
      by: 'elif-yilmaz',
      rating: 5,
      text: 'The list of sessions that people can end was our oldest ticket.',
      age: days(8),
      extended: true,
    },
  ],
  'file-upload': [
    {
      by: 'camila-rojas',
      rating: 5,
      text: 'Our teams upload photographs over a satellite link that drops every ten minutes. They arrive now.',
      age: days(29),
    },
    {
      by: 'aiko-tanaka',
      rating: 4,
      text: 'Resuming after a reload works as promised. I replaced the receiver by one on disk, about sixty lines.',
      age: days(71),
    },
    {
      by: 'kwame-asante',
      rating: 3,
      text: 'Good code. I would have liked the receiver for a bucket to be part of it.',
      age: days(103),
    },
  ],
  'chart-dashboard': [
    {
      by: 'ines-duarte',
      rating: 5,
      text: 'Drawn on the server, mailed as SVG, read aloud by my colleague’s screen reader. All of it in an hour.',
      age: days(36),
    },
    {
      by: 'ingrid-solheim',
      rating: 4,
      text: 'Honest axes that begin at zero. No stacked bars, which I miss now and then.',
      age: days(58),
    },
    {
      by: 'fatima-el-idrissi',
      rating: 5,
      text: 'The colours still tell apart in a black and white print of our annual report.',
      age: days(120),
      extended: true,
    },
    { by: 'tomas-novak', rating: 4, text: 'Three kinds of charts are few, but they are the three that I need.', age: days(19) },
  ],
  'pdf-generator': [
    { by: 'maya-okafor', rating: 4, text: 'My invoices look like invoices. A logo would be nice.', age: days(44) },
    {
      by: 'oliver-brandt',
      rating: 5,
      text: 'It replaced a headless browser of 400 MB. Nine hundred invoices in the time in which the old one started.',
      age: days(27),
    },
    {
      by: 'wei-chen',
      rating: 2,
      text: 'No Chinese letters. It says so clearly and early, and still I had to look elsewhere.',
      age: days(90),
      answer: { text: 'I am sorry. Embedding fonts would make it fifty times as large, so it stays as it is.', after: days(3) },
    },
  ],
  'realtime-chat': [
    {
      by: 'samuel-adeyemi',
      rating: 5,
      text: 'I pulled the plug on purpose, many times. Nothing lost, nothing twice, and the tests show why.',
      age: days(25),
    },
    {
      by: 'amara-diallo',
      rating: 5,
      text: 'Our drivers write from tunnels. The messages come out at the other end, in order.',
      age: days(11),
    },
    {
      by: 'priya-raghavan',
      rating: 4,
      text: 'The pattern is worth the price. Typing marks we wrote ourselves; it does not pretend to have them.',
      age: days(70),
    },
  ],
  'form-builder': [
    {
      by: 'ines-duarte',
      rating: 5,
      text: 'Conditions run on the server as well, so nobody can answer what they were not asked. Our data officer smiled.',
      age: days(49),
    },
    {
      by: 'grace-mwangi',
      rating: 5,
      text: 'Definitions that are wrong fail at the start and say where. I wish all tools did.',
      age: days(101),
    },
    {
      by: 'liam-oconnor',
      rating: 3,
      text: 'Solid, but our editors wanted to drag fields, and this is JSON in an editor.',
      age: days(66),
    },
  ],
  'seo-tools': [
    {
      by: 'ryan-whitaker',
      rating: 5,
      text: 'The check found 41 pages without a description on its first run in CI. Forty-one!',
      age: days(38),
    },
    {
      by: 'maya-okafor',
      rating: 4,
      text: 'My shop has share pictures now. I had to ask somebody what canonical means.',
      age: days(51),
    },
    {
      by: 'arjun-mehta',
      rating: 4,
      text: 'One line in the pipeline and it earns its place. It reads no pages that scripts draw, as it says.',
      age: days(30),
    },
    {
      by: 'hana-kim',
      rating: 3,
      text: 'The text for one picture reads “1 pictures”. Small things, but this is a tool about texts.',
      age: days(24),
      answer: { text: 'Ouch, and true. It will read properly in the next version.', after: hours(9) },
    },
  ],
  'database-crud': [
    {
      by: 'diego-fuentes',
      rating: 5,
      text: 'The SQL reads as if I had written it on a good day. Lost updates are gone from our back office.',
      age: days(35),
    },
    {
      by: 'tomas-novak',
      rating: 4,
      text: 'Does the dull nine tenths. For joins I write my own, and that is as it should be.',
      age: days(88),
    },
    {
      by: 'kwame-asante',
      rating: 5,
      text: 'I tried to sneak a column name past it for an hour. It refused all of them.',
      age: days(60),
    },
  ],
  'pwa-starter': [
    {
      by: 'amara-diallo',
      rating: 5,
      text: 'Works in the lift, in the tunnel and in the village. The queue alone would have taken me a week.',
      age: days(18),
    },
    { by: 'aiko-tanaka', rating: 5, text: 'One file that I can read instead of a plugin that I cannot.', age: days(77) },
    {
      by: 'luca-moretti',
      rating: 4,
      text: 'Old caches go away by themselves at last. I put the version from git into the build.',
      age: days(43),
    },
  ],
  'dark-mode': [
    { by: 'maya-okafor', rating: 5, text: 'No flash! I loaded the page fifty times at night to be sure.', age: days(5) },
    {
      by: 'zainab-yusuf',
      rating: 5,
      text: 'A script for the head that holds nothing from outside and has a stable hash. Somebody thought of the content policy.',
      age: days(62),
    },
    {
      by: 'noah-berger',
      rating: 5,
      text: 'Both tabs change at once. My children find it more impressive than the rest of the site.',
      age: days(90),
    },
    { by: 'wei-chen', rating: 4, text: 'Small and complete. A third theme would need a change in two places.', age: days(37) },
  ],
  localization: [
    {
      by: 'elif-yilmaz',
      rating: 5,
      text: 'Turkish and Arabic in one evening, and CI tells us what the translators still owe us.',
      age: days(31),
    },
    {
      by: 'fatima-el-idrissi',
      rating: 4,
      text: 'Right-to-left, six plural forms, correct money. No quoting of brackets, which we needed once.',
      age: days(55),
      answer: { text: 'Put the bracket into a value, then it is shown as it is.', after: days(1) },
    },
  ],
  'hooks-collection': [
    { by: 'luca-moretti', rating: 5, text: 'I deleted a folder called utils on the same day.', age: days(47) },
    { by: 'anya-petrova', rating: 5, text: 'Intervals that do not begin anew when a function changes: finally.', age: days(92) },
    {
      by: 'nadia-rahman',
      rating: 4,
      text: 'Handing in React looks odd for a minute and then saves you from having two of them.',
      age: days(13),
    },
    { by: 'samuel-adeyemi', rating: 5, text: 'Works with Preact in our kiosk, unchanged.', age: days(66) },
    { by: 'harpreet-singh', rating: 4, text: 'Ten hooks, all used. I would add one for sizes of elements.', age: days(140) },
  ],
  'calendar-scheduler': [
    {
      by: 'ingrid-solheim',
      rating: 5,
      text: 'I checked the two nights on which clocks move, in nine zones. All of them right.',
      age: days(4),
    },
    {
      by: 'hana-kim',
      rating: 4,
      text: 'Our rota of every second Thursday, except holidays, is eleven lines. The drawing is up to you.',
      age: days(7),
    },
  ],
};
