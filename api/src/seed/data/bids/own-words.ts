import type { Solver } from '../people/solvers.ts';
import type { DemoBid } from '../shape.ts';

/** Bids in people's own words, by problem. */
export const OWN_WORDS: Record<string, Partial<Record<Solver, DemoBid>>> = {
  'postgres-slow-orders': {
    'ingrid-solheim': {
      amount: 260,
      estimatedDays: 3,
      message:
        "The planner joins and groups everything because the limit stands after the GROUP BY. Find the twenty orders first in a subquery with an index on (customer_id, created_at DESC) WHERE status <> 'draft', then join the items laterally for those twenty only.\n\nI expect page 1 at about 2 ms. For page 200 I would page by key instead of OFFSET, which your colleague will like as well. The paragraph that you ask for is included.",
    },
    'diego-fuentes': {
      amount: 240,
      estimatedDays: 4,
      message:
        'Hi Maya, I would rewrite the statement so that it limits before it joins, and change the endpoint to cursors with the same front end. I can do both sides, as I know your stack.\n\nI would bring a seed script with 2 million orders so that we can look at the plan together and the other three pages become easy.',
    },
    'harpreet-singh': {
      amount: 300,
      estimatedDays: 5,
      message:
        'I would compare three variants on a copy: late join, a covering index with INCLUDE, and totals stored on the order by a trigger. You get the numbers for reads and for inserts (your 5 % matter here) and I implement the one you choose.',
    },
    'mateo-silva': {
      amount: 220,
      estimatedDays: 4,
      message:
        'I had this very thing in a shop of about your size. A partial index and a lateral join brought it from 3.8 s to 11 ms there. I can start on Monday and would need a dump without personal data, or just the plans.',
    },
  },
  'product-gallery-swipe': {
    'luca-moretti': {
      amount: 190,
      estimatedDays: 3,
      message:
        'This is nearly all CSS: scroll-snap-stop: always gives you one photograph for one flick, and a fixed aspect box keeps the height quiet for mixed shapes. For zoom I have 90 lines of pointer events that I trust.\n\nI can show you a prototype on your own photographs tonight.',
    },
    'diego-fuentes': {
      amount: 170,
      estimatedDays: 3,
      message:
        'I would build it on scroll snap with an IntersectionObserver for the dots and the announcement, and a tiny zoom that only takes over the gesture once two fingers are down. About 3 KB. Tests in Playwright with touch emulation, and I try it on an iPhone SE, which I own.',
    },
    'nadia-rahman': {
      amount: 180,
      estimatedDays: 4,
      message:
        'I have published an accessible gallery with this behaviour, so most of it exists. The part that I would take care of is what a screen reader says while one swipes, because scroll snapping confuses TalkBack. Right now yours announces nothing at all.',
    },
    'samuel-adeyemi': {
      amount: 160,
      estimatedDays: 2,
      message:
        'I have four mid-range Androids and I am in Ibadan, so we could even meet. Scroll snap plus a small zoom; two days including the tests on phones.',
    },
  },
  'stripe-webhook-duplicates': {
    'diego-fuentes': {
      amount: 300,
      estimatedDays: 5,
      message:
        'I would store the event first (INSERT … ON CONFLICT DO NOTHING, so that exactly one of two wins), answer Stripe, and let a worker with FOR UPDATE SKIP LOCKED do the rest. Stock and the wish to send a mail change in one transaction; the mail goes out from an outbox with its own attempts.\n\nYour two tests come first. A page for failed events with a retry button is included.',
    },
    'harpreet-singh': {
      amount: 340,
      estimatedDays: 6,
      message:
        'Inbox table, outbox table, one worker. I would kill it at each line in a loop and count orders; this is the only way I believe such code. No new infrastructure needed.',
    },
    'zainab-yusuf': {
      amount: 320,
      estimatedDays: 6,
      message:
        'I would do the idempotent handler and look at the rest of the payment path on the way: signature tolerance, replay, amounts taken from the session and not from the client. You get a short report.',
    },
    'ingrid-solheim': {
      amount: 280,
      estimatedDays: 4,
      message:
        'The database can do all of this with one unique constraint and one lock. I would keep Prisma for the rest, but write these two statements by hand so that one sees what is going on.',
    },
  },
  'kiosk-tablet-offline-sync': {
    'anya-petrova': {
      amount: 8200,
      estimatedDays: 45,
      message:
        'I have built the offline part of a vaccination register, with the same kind of tablets. Ids from the tablet, one visit at a time, photographs in pieces, and a list which shows what the server has confirmed, not what was sent.\n\nI would like to come along for the two days in the field. The travel is on me.',
    },
    'zainab-yusuf': {
      amount: 7900,
      estimatedDays: 50,
      message:
        'This is health data of families, so beside the sync I would look at what happens when a tablet is lost: encryption at rest, revoking a device, and what lies in the logs. I know the Laravel side well and would work with somebody for Flutter.',
    },
  },
  'game-physics-tests': {
    'elif-yilmaz': {
      amount: 25,
      estimatedDays: 4,
      message:
        'I play platform games and break physics engines for fun, so the budget is fine. A fixed time step first, then replays, then properties. Could I get a level with moving platforms, please?',
    },
  },
};
