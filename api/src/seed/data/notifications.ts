import type { DemoBidNotification } from './shape.ts';

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
