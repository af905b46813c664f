import { days, hours } from './shape.ts';
import type { DemoReviews } from './shape.ts';

/** What the two sides of solved problems say of each other, by problem. */
export const REVIEWS: Record<string, DemoReviews> = {
  'hydration-mismatch-prices': {
    bySeeker: {
      rating: 5,
      text: 'Three ways on one page, what each would cost us, and then the smallest of them built. The jump is gone, and I can explain to my partner why it was there.',
      after: hours(5),
    },
    bySolver: {
      rating: 5,
      text: 'Maya knows her shop down to the cookie. She answered within the hour and tried every build on a slow phone herself.',
      after: hours(30),
    },
  },
  'lcp-landing-page': {
    bySeeker: {
      rating: 5,
      text: 'From 4.8 s to 2.1 s, and my mother noticed nothing, as ordered. Luca waited the two weeks for the field data without being asked twice.',
      after: days(2),
    },
    bySolver: {
      rating: 4,
      text: 'A clear goal and quick decisions. The chat widget took some convincing, but numbers were enough in the end.',
      after: days(3),
    },
  },
  'expo-deeplink-auth': {
    bySeeker: {
      rating: 4,
      text: 'The code survives now, and there is a test that kills the app to prove it. It took three days longer than planned because of one old Android, about which he told me at once.',
      after: days(1),
    },
    bySolver: {
      rating: 5,
      text: 'Good report with steps that worked the first time. Paid on the day of the merge.',
      after: days(1.5),
    },
  },
  'collab-notes-crdt': {
    bySeeker: {
      rating: 5,
      text: 'We sent two teams into the mountains for a week and compared every line afterwards. Nothing was missing. Diego also wrote the page that we now hand to new volunteers.',
      after: days(9),
    },
    bySolver: {
      rating: 5,
      text: 'Rarely has anybody tested my work as thoroughly, or in a place as cold. Questions were answered with data.',
      after: days(10),
    },
  },
  'chrome-extension-popup-react': {
    bySeeker: {
      rating: 5,
      text: 'I asked for a fix and got a small lesson about service workers with a drawing. The popup has not been empty since!',
      after: hours(20),
    },
  },
  'node-memory-leak-websocket': {
    bySeeker: {
      rating: 5,
      text: 'Found the path that forgot to clean up on the second evening. Memory has been flat for a week, tunnels included.',
      after: days(4),
    },
    bySolver: {
      rating: 4,
      text: 'Snapshots and a simulator from the first day: luxury. Access to the staging server took a while.',
      after: days(5),
    },
  },
  'nginx-websocket-502': {
    bySeeker: {
      rating: 3,
      text: 'It works, zero failures in forty deployments under load. I would have liked to hear more on the way; for four days I did not know where we were.',
      after: days(2),
    },
    bySolver: {
      rating: 4,
      text: 'Knows his own systems very well, which made the script easy. I should have written more often, and said so to him.',
      after: days(6),
    },
  },
  'latex-thesis-template': {
    bySeeker: {
      rating: 5,
      text: 'veraPDF is happy, the faculty is happy, and eleven other students already use it. Your name is in the readme, Mateo.',
      after: days(3),
    },
    bySolver: {
      rating: 5,
      text: 'The longest list of requirements that I ever got for ninety dollars, and the most precise one.',
      after: days(3.5),
    },
  },
  'pentest-fix-idor': {
    bySeeker: {
      rating: 5,
      text: 'One file says who may see what, and the test goes through all 120 routes. It found two more holes that nobody had told me about.',
      after: days(2),
    },
    bySolver: {
      rating: 5,
      text: 'Took bad news well and fixed the two urgent ones the same night. I would work with this team again at any time.',
      after: days(4),
    },
  },
  'indexer-reorg': {
    bySolver: {
      rating: 4,
      text: 'Demanding in the best sense: he read every property and added one of his own, which failed.',
      after: days(1),
    },
  },
};
