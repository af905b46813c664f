import type { Seeker } from '../people/seekers.ts';
import type { Solver } from '../people/solvers.ts';
import { days, hours, minutes } from '../shape.ts';
import type { DemoQuestion } from '../shape.ts';

/** Under problems of pages, applications and who may use them. */
export const PRODUCT_QUESTIONS: Record<string, DemoQuestion<Seeker | Solver>[]> = {
  'product-gallery-swipe': [
    {
      by: 'nadia-rahman',
      text: 'Does the gallery also have to work without JavaScript, for example while the page is still hydrating? With scroll snap it can; with pointer events alone it cannot.',
      after: minutes(25),
      pinned: true,
      answers: [
        {
          by: 'maya-okafor',
          text: 'Yes please. Many of our visitors are on slow lines, and they start to swipe *at once*. Zoom may come later.',
          after: minutes(34),
        },
        { by: 'nadia-rahman', text: 'Good, that settles the approach. Thank you.', after: minutes(41) },
      ],
    },
    {
      by: 'samuel-adeyemi',
      text: 'Are there videos among the photographs, or will there be?',
      after: minutes(52),
      answers: [{ by: 'maya-okafor', text: 'No, and not this year.', after: minutes(70) }],
    },
    {
      by: 'diego-fuentes',
      text: 'The two shapes: may the smaller ones be centred on a plain ground, or must they fill the frame?',
      after: minutes(95),
    },
  ],
  'hydration-mismatch-prices': [
    {
      by: 'luca-moretti',
      text: 'Which CDN is in front of it, and may it vary by cookie? Two of the three ways depend on that.',
      after: hours(4),
      answers: [
        { by: 'maya-okafor', text: 'Vercel. I have never touched its settings, but I may.', after: hours(5) },
        {
          by: 'diego-fuentes',
          text: 'Then a small dynamic island is likely enough: the price alone waits for the cookie, and the page stays static.',
          after: hours(6),
        },
      ],
    },
  ],
  'react-native-list-jank': [
    {
      by: 'luca-moretti',
      text: 'Could the ring be a picture? A sprite with 24 steps costs nothing to draw, and at 28 px nobody sees the difference to an SVG.',
      after: hours(3),
      pinned: true,
      answers: [
        {
          by: 'aiko-tanaka',
          text: 'I like that. 24 steps are enough, our learners think in "a quarter", "half". It has to follow the dark theme, though.',
          after: hours(9),
        },
        {
          by: 'samuel-adeyemi',
          text: '`tintColor` does that, so one sprite serves both themes.',
          after: hours(10),
          edited: minutes(3),
        },
      ],
    },
    {
      by: 'anya-petrova',
      text: 'Is Hermes on, and which version of FlashList is it? 1.x and 2.x differ a lot with rows of unequal height.',
      after: hours(20),
      answers: [{ by: 'aiko-tanaka', text: 'Hermes is on. FlashList 1.7.3; all rows are 72 px high.', after: hours(22) }],
    },
    {
      by: 'diego-fuentes',
      text: null,
      after: hours(30),
      answers: [
        {
          by: 'aiko-tanaka',
          text: 'The pictures are 400 px wide, and shown at 56. I did not know that this matters so much. I can have smaller ones made.',
          after: hours(33),
        },
      ],
    },
  ],
  'midi-practice-tool': [
    {
      by: 'luca-moretti',
      text: 'Should the page listen to the sustain pedal, or ignore it?',
      after: hours(1),
      answers: [{ by: 'amara-diallo', text: 'Ignore it. Half of my children cannot reach it.', after: hours(1.5) }],
    },
    {
      by: 'diego-fuentes',
      text: 'How do the 30 pieces get in: with the page, or does each teacher upload their own? The second needs accounts, and I would leave it out of the first version.',
      after: hours(3),
      pinned: true,
      answers: [
        { by: 'amara-diallo', text: 'With the page. I am the only teacher so far.', after: hours(4) },
        { by: 'diego-fuentes', text: 'Perfect: then it is a static page, and costs nothing to run.', after: hours(4.2) },
      ],
    },
  ],
  'jwt-refresh-race': [
    {
      by: 'zainab-yusuf',
      text: 'Where is the refresh token kept: in `localStorage`, or in a cookie that scripts cannot read? If it is the first, that is the larger problem of the two.',
      after: hours(2),
      pinned: true,
      answers: [
        {
          by: 'ryan-whitaker',
          text: 'In `localStorage`, I admit. Moving it into a cookie may be part of the work; the API and the page share a domain.',
          after: hours(5),
        },
        {
          by: 'zainab-yusuf',
          text: 'Then reuse can be noticed for each *family* of tokens, and ten seconds of grace are safe.',
          after: hours(6),
        },
      ],
    },
    {
      by: 'nadia-rahman',
      text: 'Which browsers must it work in? Web Locks are everywhere by now, but not in an old WebView.',
      after: hours(26),
      answers: [{ by: 'ryan-whitaker', text: 'The last two versions of each. Nobody uses us in a WebView.', after: hours(28) }],
    },
    { by: 'elif-yilmaz', text: 'Do you have a staging system that the test with three tabs may run against?', after: days(4) },
  ],
  'passkeys-next-to-passwords': [
    {
      by: 'diego-fuentes',
      text: 'Do any of your people share one account, say a whole shop? Passkeys make that harder, and it is better to know before than after.',
      after: hours(7),
      answers: [
        {
          by: 'liam-oconnor',
          text: 'Three customers do, to my regret. They may keep their password; I will talk to them.',
          after: hours(21),
        },
      ],
    },
    {
      by: 'zainab-yusuf',
      text: 'For the lost phone: is a second passkey (say, on a laptop) asked for at registration, or offered later? I would ask when somebody removes the last password.',
      after: days(2),
      pinned: true,
      answers: [{ by: 'liam-oconnor', text: 'Offered later, and insisted upon at that moment. Yes.', after: days(2.3) }],
    },
  ],
  'collab-notes-crdt': [
    {
      by: 'nadia-rahman',
      text: 'Do pictures have to survive the week offline too, or only the text?',
      after: hours(8),
      answers: [
        {
          by: 'camila-rojas',
          text: 'Pictures too, up to 20 for each note. Volunteers photograph the instruments; that is half of the note.',
          after: hours(12),
        },
        {
          by: 'diego-fuentes',
          text: 'I would keep them beside the document, by their hash, so that it stays small.',
          after: hours(15),
        },
      ],
    },
  ],
};
