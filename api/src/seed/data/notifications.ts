import { days, hours, minutes } from './shape.ts';
import type { DemoNotification } from './shape.ts';

/** What the two demo accounts have been told; bids and their outcome are those of the problems. */
export const NOTIFICATIONS: DemoNotification[] = [
  {
    to: 'maya-okafor', type: 'new_bid', problem: 'product-gallery-swipe', age: minutes(12), read: false,
    title: 'New bid', message: 'Samuel Adeyemi bid $160 on "Product gallery that swipes one photograph at a time".',
  },
  {
    to: 'maya-okafor', type: 'new_message', problem: 'stripe-webhook-duplicates', with: 'diego-fuentes', age: minutes(41), read: false,
    title: 'New message', message: 'Diego Fuentes: The test with 50 parallel events is green. Shall I show you?',
  },
  {
    to: 'maya-okafor', type: 'new_bid', problem: 'product-gallery-swipe', age: hours(2), read: false,
    title: 'New bid', message: 'Luca Moretti bid $190 on "Product gallery that swipes one photograph at a time".',
  },
  {
    to: 'maya-okafor', type: 'new_bid', problem: 'postgres-slow-orders', age: hours(9), read: true,
    title: 'New bid', message: 'Harpreet Singh bid $300 on "My orders takes 4 seconds".',
  },
  {
    to: 'maya-okafor', type: 'new_bid', problem: 'postgres-slow-orders', age: hours(21), read: true,
    title: 'New bid', message: 'Ingrid Solheim bid $260 on "My orders takes 4 seconds".',
  },
  {
    to: 'maya-okafor', type: 'message_received', problem: 'lcp-landing-page', with: 'luca-moretti', age: days(6), read: true,
    title: 'Message received', message: 'Luca Moretti: Field data is in: 2.1 s. Say hello to your mother.',
  },
  {
    to: 'maya-okafor', type: 'message_received', problem: 'expo-deeplink-auth', with: 'samuel-adeyemi', age: days(24), read: true,
    title: 'Message received', message: 'Samuel Adeyemi: The Maestro test kills the app now and still gets the code.',
  },
  {
    to: 'diego-fuentes', type: 'message_received', problem: 'stripe-webhook-duplicates', with: 'maya-okafor', age: minutes(26), read: false,
    title: 'Message received', message: 'Maya Okafor: Wonderful! Tomorrow at ten, if that is not too early for you.',
  },
  {
    to: 'diego-fuentes', type: 'bid_accepted', problem: 'stripe-webhook-duplicates', age: days(2), read: false,
    title: 'Bid accepted', message: 'Maya Okafor accepted your bid of $300 on "Stripe sends a webhook twice and we ship twice".',
  },
  {
    to: 'diego-fuentes', type: 'new_message', problem: 'multi-tenant-subdomains', with: 'liam-oconnor', age: days(3), read: false,
    title: 'New message', message: "Liam O'Connor: Would you also move the old addresses, or is that another job?",
  },
  {
    to: 'diego-fuentes', type: 'bid_rejected', problem: 'lcp-landing-page', age: days(17), read: true,
    title: 'Bid not chosen', message: 'Maya Okafor went with another bid on "Largest paint of our landing page takes 4.8 s on a phone".',
  },
  {
    to: 'diego-fuentes', type: 'bid_rejected', problem: 'node-memory-leak-websocket', age: days(25), read: true,
    title: 'Bid not chosen', message: 'Tomáš Novák went with another bid on "WebSocket server grows by 90 MB a day".',
  },
  {
    to: 'diego-fuentes', type: 'bid_accepted', problem: 'collab-notes-crdt', age: days(37), read: true,
    title: 'Bid accepted', message: 'Camila Rojas accepted your bid on "Collaborative notes that survive a week offline".',
  },
];
