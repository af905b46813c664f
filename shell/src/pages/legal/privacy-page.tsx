import { LegalDocument } from './legal-document.tsx';
import type { LegalSection } from './legal-document.tsx';

const sections: LegalSection[] = [
  {
    id: 'what-we-store',
    title: 'What we store',
    text: [
      '- Your account: name, e-mail address, role, areas of expertise, and what you add to your profile. Your password only as a hash that cannot be turned back.',
      '- What you write: problems, bids, messages, reviews, modules and messages to our team.',
      '- The GitHub and Google accounts that sign you in: their id, their name or address there, and since when.',
      '- Your sessions: when you signed in, when you were last here, what your browser says of itself, and where push messages go if you turned them on. Of the session itself we keep a hash alone.',
      '- The devices on which you signed in: when you did first and last, and a hash by which we know them again, so that nobody can lock you out by guessing at your password.',
      '- Notifications that were made for you.',
    ],
  },
  {
    id: 'why',
    title: 'Why',
    text: [
      'To run the service that you asked for: to sign you in, to show your problems and bids to those whom they concern, to tell you about news, and to keep abuse out. We do not sell your data and show no advertising.',
    ],
  },
  {
    id: 'who-sees-it',
    title: 'Who sees it',
    text: [
      'Everybody may see your problems and your public profile: name, picture, role, what you wrote about yourself, and your ratings. A solver who signs in with GitHub also shows the name of that GitHub account. Your e-mail address is shown to others only where you choose to show it on your modules. A conversation is read by its participants alone.',
    ],
  },
  {
    id: 'others',
    title: 'Services that we use',
    text: [
      'Firebase Authentication (Google) proves that an e-mail address, a GitHub or a Google account is yours; for that it receives your e-mail address when you confirm it, or when you choose to sign in with GitHub or Google. Push messages are off unless you turn them on. Where usage statistics are switched on for this site (Google Analytics), they count which pages are read, by their path alone; a browser that asks not to be tracked is not counted.',
    ],
  },
  {
    id: 'in-your-browser',
    title: 'In your browser',
    text: [
      'We set no cookies, but one for testers: it remembers for twelve hours that you let a part of this site be loaded from elsewhere. Your browser keeps your session, your theme, whether the notification sound is on, and, while you sign up, your e-mail address and a token that can do nothing but confirm it. Signing out removes the session. A random value by which we know this browser again when you sign in stays; it opens nothing.',
    ],
  },
  {
    id: 'how-long',
    title: 'For how long',
    text: [
      '- Account and profile: until you delete the account, which you can do on your profile page.',
      '- An account whose address was never confirmed: its token expires after 24 hours, and the address can be signed up again.',
      '- Sessions: 30 days after their start, or until you sign out.',
      '- Devices: 90 days after you last signed in on them, or until you change your password on another one.',
      '- Notifications: 90 days once you have read them, a year otherwise.',
      '- Messages to our team: two years.',
      '- Technical logs: 30 days; they hold no passwords, tokens or texts.',
    ],
  },
  {
    id: 'deleting',
    title: 'When you delete your account',
    text: [
      'Your account is deleted at once, and nobody can bring it back:',
      '- Deleted: your name, e-mail address, password, picture and all of your profile, linked GitHub and Google accounts, sessions, your notifications, and what you wrote to our team from your address. Where others were told of you, your name goes too. Firebase Authentication is asked to forget you.',
      '- Ended: your problems that are not solved are closed, your bids on problems of others are withdrawn, and a problem that you were working on is open again.',
      '- Kept: problems, bids, messages, reviews and modules stay readable for others, under the name "Deleted user" and without a picture. What you wrote in them about yourself stays with them, so remove it first where you can.',
    ],
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    text: [
      'On your profile page you can correct what we store about you, download all of it in a common format (JSON), and delete it. For anything else write to us through the contact page; we answer within 30 days.',
    ],
  },
];

export function Component() {
  return (
    <LegalDocument
      title="Privacy Policy"
      date="29 November 2026"
      intro="What Solvent stores about you, why, who sees it, and for how long."
      sections={sections}
    />
  );
}
