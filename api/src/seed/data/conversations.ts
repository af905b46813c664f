import { days, hours, minutes } from './shape.ts';
import type { DemoConversation } from './shape.ts';

/** What the two demo accounts talk about, and with whom. */
export const CONVERSATIONS: DemoConversation[] = [
  {
    problem: 'stripe-webhook-duplicates',
    between: ['maya-okafor', 'diego-fuentes'],
    messages: [
      { by: 'maya-okafor', text: 'Welcome aboard! The repository is yours to read since a minute ago.', age: hours(52) },
      { by: 'diego-fuentes', text: 'Thank you. Which events came twice, only `checkout.session.completed`?', age: hours(51) },
      {
        by: 'maya-okafor',
        text: 'That one most of the time. Twice also `invoice.paid`:\n\n- on a Monday, during the deploy\n- once with nothing going on at all',
        age: hours(50),
      },
      {
        by: 'diego-fuentes',
        text: 'Then the event’s id goes into a table of its own, with a unique key:\n\n```sql\nINSERT INTO stripe_events (id) VALUES ($1)\nON CONFLICT DO NOTHING\n```\n\nNothing ships unless that row is new, and both are in **one** transaction.',
        age: hours(26),
      },
      { by: 'maya-okafor', text: 'Even I understand that. Please go on.', age: hours(25) },
      { by: 'diego-fuentes', text: 'The test with 50 parallel events is green. Shall I show you?', age: minutes(41) },
      {
        by: 'maya-okafor',
        text: 'Wonderful! Tomorrow at ten, if that is not too early for you.',
        age: minutes(26),
        told: 'message_received',
      },
    ],
    unread: { 'diego-fuentes': 1 },
  },
  {
    problem: 'product-gallery-swipe',
    between: ['maya-okafor', 'samuel-adeyemi'],
    messages: [
      { by: 'samuel-adeyemi', text: 'Hello Maya! One question before you choose:', age: minutes(13), told: 'new_message' },
      {
        by: 'samuel-adeyemi',
        text: 'should the photographs be swiped with a mouse too, or only with fingers?',
        age: minutes(12),
        told: 'new_message',
      },
    ],
    unread: { 'maya-okafor': 2 },
  },
  {
    problem: 'lcp-landing-page',
    between: ['maya-okafor', 'luca-moretti'],
    messages: [
      {
        by: 'maya-okafor',
        text: 'My mother opens the shop on her phone, on a train. If it is quick for her, it is quick.',
        age: days(14),
      },
      { by: 'luca-moretti', text: 'Then I test on a train. The hero picture alone is 2.3 s of it.', age: days(13) },
      { by: 'maya-okafor', text: 'Take it away if you must. Well, make it smaller.', age: days(13) - hours(2) },
      {
        by: 'luca-moretti',
        text: 'Field data is in: 2.1 s. Say hello to your mother.',
        age: days(6),
        told: 'message_received',
      },
    ],
  },
  {
    problem: 'expo-deeplink-auth',
    between: ['maya-okafor', 'samuel-adeyemi'],
    messages: [
      { by: 'maya-okafor', text: 'It happens on every second sign-in of my sister’s old phone.', age: days(27) },
      { by: 'samuel-adeyemi', text: 'Old phones are the best testers. I have one here that forgets everything.', age: days(26) },
      {
        by: 'samuel-adeyemi',
        text: 'The Maestro test kills the app now and still gets the code.',
        age: days(24),
        told: 'message_received',
      },
    ],
  },
  {
    problem: null,
    between: ['maya-okafor', 'ingrid-solheim'],
    messages: [
      { by: 'maya-okafor', text: 'Hello Ingrid, would you look over our database once a month?', age: days(3) },
      {
        by: 'ingrid-solheim',
        text: 'I would, from January on. Post it as a problem, then others can offer too.',
        age: days(3) - hours(5),
      },
      { by: 'maya-okafor', text: 'That is fair. I will.', age: days(2) },
    ],
    unread: { 'ingrid-solheim': 1 },
  },
  {
    problem: 'multi-tenant-subdomains',
    between: ['liam-oconnor', 'diego-fuentes'],
    messages: [
      { by: 'liam-oconnor', text: 'Your plan reads well. Who renews the certificates of custom domains?', age: hours(40) },
      { by: 'diego-fuentes', text: 'Caddy does, on demand, for names that are in your table and for no others.', age: hours(38) },
      {
        by: 'liam-oconnor',
        text: 'Would you also move the old addresses, or is that another job?',
        age: hours(31),
        told: 'new_message',
      },
    ],
    unread: { 'diego-fuentes': 1 },
  },
  {
    problem: 'collab-notes-crdt',
    between: ['camila-rojas', 'diego-fuentes'],
    messages: [
      {
        by: 'diego-fuentes',
        text: 'The notes merge by themselves now. What is left is what a person must decide.',
        age: days(20),
      },
      { by: 'camila-rojas', text: 'Such as?', age: days(20) - hours(1) },
      {
        by: 'diego-fuentes',
        text: 'Two teams giving the same well two names. I show both until somebody picks one.',
        age: days(19),
      },
      {
        by: 'camila-rojas',
        text: 'Two of our field teams tried it without network for a week. Nothing was lost.',
        age: days(8),
        told: 'message_received',
      },
    ],
  },
];
