import { LegalDocument } from './legal-document.tsx';
import type { LegalSection } from './legal-document.tsx';

const sections: LegalSection[] = [
  {
    id: 'what-we-store',
    title: 'What we store',
    text: [
      '- Your account: name, email address, role, areas of expertise, and what you add to your profile. We store your password only as a hash.',
      '- What you write: problems, bids, messages, reviews, modules and messages to our team.',
      '- The GitHub and Google accounts that you sign in with: their ID, name or address, and when you linked them.',
      '- Your sessions: when you signed in, when you were last active, the user agent of your browser, and your push token if you turned on push notifications. We store session tokens only as hashes.',
      '- The devices that you signed in on: the first and last time, and a hash that identifies them, so that no one can lock you out by guessing your password.',
      '- Your notifications.',
    ],
  },
  {
    id: 'why',
    title: 'Why',
    text: [
      'To run the service: to sign you in, to show your problems and bids to the people involved, to notify you, and to prevent abuse. We do not sell your data or show ads.',
    ],
  },
  {
    id: 'who-sees-it',
    title: 'Who sees it',
    text: [
      'Everyone can see your problems and your public profile: name, picture, role, what you wrote about yourself, and your ratings. A solver who signs in with GitHub also shows the name of that GitHub account. Others see your email address only if you choose to show it on your modules. Only participants can read a conversation.',
    ],
  },
  {
    id: 'others',
    title: 'Services we use',
    text: [
      'Firebase Authentication (Google) verifies that an email address or a GitHub or Google account is yours. It receives your email address when you confirm it, or when you sign in with GitHub or Google. Push notifications are off unless you turn them on. If usage statistics are turned on for this site (Google Analytics), they count page views by path only, and not in browsers that ask not to be tracked.',
    ],
  },
  {
    id: 'in-your-browser',
    title: 'In your browser',
    text: [
      'We set four cookies, and read them only on this site. "signed_in" says that this browser has a session, so that pages open with your menu; it grants no access and holds nothing about you. "canary" holds random numbers that keep this browser on the same version while we try a new one. "wrote" says for a minute that this browser changed something, so that pages show the change. The fourth is for testers: it remembers for twelve hours that you allowed code of this site to load from another origin. If usage statistics are turned on for this site, Google Analytics sets its own.',
      'Your browser keeps your session, your theme, whether the notification sound is on, and, while you sign up, your email address and a token that can only confirm it. Signing out removes the session. A random value that identifies this browser at the next sign-in stays; it grants no access.',
    ],
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    text: [
      '- Account and profile: until you delete your account on your profile page.',
      '- An account whose address was never confirmed: its token expires after 24 hours, and the address can be used to sign up again.',
      '- Sessions: 30 days after their start, or until you sign out.',
      '- Devices: 90 days after you last signed in on them, or until you change your password on another one.',
      '- Notifications: 90 days once you have read them, a year otherwise.',
      '- Messages to our team: two years.',
      '- Technical logs: 30 days; they contain no passwords, tokens or messages.',
    ],
  },
  {
    id: 'deleting',
    title: 'When you delete your account',
    text: [
      'Your account is deleted immediately and cannot be restored:',
      '- Deleted: your name, email address, password, picture and all of your profile, linked GitHub and Google accounts, sessions, notifications, and your messages to our team. Your name is also removed from notifications of other users. We request Firebase Authentication to delete your data.',
      '- Ended: your problems that are not solved are closed, your bids on problems of other users are withdrawn, and problems that you were working on are reopened.',
      '- Kept: problems, bids, messages, reviews and modules stay visible to others under the name "Deleted user", without a picture. Personal information in their text stays, too, so remove it first if you can.',
    ],
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    text: [
      'On your profile page you can correct what we store about you, download all of it in a common format (JSON), and delete it. For anything else, use the contact page; we reply within 30 days.',
    ],
  },
];

export function Component() {
  return (
    <LegalDocument
      title="Privacy Policy"
      date="November 29, 2026"
      intro="What Solvent stores about you, why, who can see it, and how long we keep it."
      sections={sections}
    />
  );
}
