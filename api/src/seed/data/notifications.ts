import { days, hours, minutes } from './shape.ts';
import type { DemoBidNotification, DemoMessageNotification } from './shape.ts';

/** What the two demo accounts were told about bids. */
export const BID_NOTIFICATIONS: DemoBidNotification[] = [
  { to: 'maya-okafor', type: 'new_bid', problem: 'product-gallery-swipe', solver: 'samuel-adeyemi', read: false },
  { to: 'maya-okafor', type: 'new_bid', problem: 'product-gallery-swipe', solver: 'luca-moretti', read: false },
  { to: 'maya-okafor', type: 'new_bid', problem: 'postgres-slow-orders', solver: 'mateo-silva', read: false },
  { to: 'maya-okafor', type: 'new_bid', problem: 'postgres-slow-orders', solver: 'harpreet-singh', read: true },
  { to: 'maya-okafor', type: 'new_bid', problem: 'postgres-slow-orders', solver: 'ingrid-solheim', read: true },
  { to: 'maya-okafor', type: 'new_bid', problem: 'stripe-webhook-duplicates', solver: 'diego-fuentes', read: true },
  { to: 'diego-fuentes', type: 'bid_accepted', problem: 'stripe-webhook-duplicates', solver: 'diego-fuentes', read: false },
  { to: 'diego-fuentes', type: 'bid_rejected', problem: 'lcp-landing-page', solver: 'diego-fuentes', read: true },
  { to: 'diego-fuentes', type: 'bid_rejected', problem: 'node-memory-leak-websocket', solver: 'diego-fuentes', read: true },
  { to: 'diego-fuentes', type: 'bid_accepted', problem: 'collab-notes-crdt', solver: 'diego-fuentes', read: true },
];

/** What the two demo accounts were told about messages. */
export const MESSAGE_NOTIFICATIONS: DemoMessageNotification[] = [
  {
    to: 'maya-okafor',
    type: 'new_message',
    problem: 'stripe-webhook-duplicates',
    from: 'diego-fuentes',
    text: 'The test with 50 parallel events is green. Shall I show you?',
    age: minutes(41),
    read: false,
  },
  {
    to: 'maya-okafor',
    type: 'message_received',
    problem: 'lcp-landing-page',
    from: 'luca-moretti',
    text: 'Field data is in: 2.1 s. Say hello to your mother.',
    age: days(6),
    read: true,
  },
  {
    to: 'maya-okafor',
    type: 'message_received',
    problem: 'expo-deeplink-auth',
    from: 'samuel-adeyemi',
    text: 'The Maestro test kills the app now and still gets the code.',
    age: days(24),
    read: true,
  },
  {
    to: 'diego-fuentes',
    type: 'message_received',
    problem: 'stripe-webhook-duplicates',
    from: 'maya-okafor',
    text: 'Wonderful! Tomorrow at ten, if that is not too early for you.',
    age: minutes(26),
    read: false,
  },
  {
    to: 'diego-fuentes',
    type: 'new_message',
    problem: 'multi-tenant-subdomains',
    from: 'liam-oconnor',
    text: 'Would you also move the old addresses, or is that another job?',
    age: hours(31),
    read: false,
  },
  {
    to: 'diego-fuentes',
    type: 'message_received',
    problem: 'collab-notes-crdt',
    from: 'camila-rojas',
    text: 'Two of our field teams tried it without network for a week. Nothing was lost.',
    age: days(8),
    read: true,
  },
];
