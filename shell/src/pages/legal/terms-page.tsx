import { LegalDocument } from './legal-document.tsx';
import type { LegalSection } from './legal-document.tsx';

const sections: LegalSection[] = [
  {
    id: 'what-solvent-is',
    title: 'What Solvent is',
    text: [
      'Solvent connects people who have a software problem (seekers) with developers who solve it (solvers), and lets developers share code modules in the Toolbox. We provide the platform. We are not a party to agreements between seekers and solvers.',
    ],
  },
  {
    id: 'accounts',
    title: 'Your account',
    text: [
      'You need an account to post, to bid and to write to others. Confirm your email address before you sign in. Keep your password to yourself: you are responsible for what happens under your account. You may have one account and switch its role between seeker and solver.',
    ],
  },
  {
    id: 'problems-and-bids',
    title: 'Problems and bids',
    text: [
      'A seeker describes a problem and names a budget in US dollars. A solver may place one bid on it. When the seeker accepts a bid, the others are rejected and the two of you work together. Describe what you need honestly, and bid only for what you can do.',
    ],
  },
  {
    id: 'payment',
    title: 'Payment between seeker and solver',
    text: [
      'Payment is arranged directly between seeker and solver. Solvent does not hold, move or guarantee that money, and takes no fee on it. Agree on amount, time and manner of payment before the work begins.',
    ],
  },
  {
    id: 'toolbox',
    title: 'Modules in the Toolbox',
    text: [
      'Authors publish modules for free or for a price. Solvent keeps a platform fee of 15% of each sale. Authors are paid every two weeks once their sales have reached $50. A new module is reviewed within 3 to 5 business days.',
      'A paid module comes with one of two licenses:',
      '- Standard: use in a single project.',
      '- Extended: use in multiple projects or in software offered as a service.',
      'Authors typically support a module for 6 to 12 months. Updates within the major version that you bought are free for life; an upgrade to a later one may be offered at a discount.',
    ],
  },
  {
    id: 'conduct',
    title: 'What is not allowed',
    text: [
      'Do not use Solvent to:',
      '- break the law, or ask others to;',
      '- publish content without the right to do so, including secrets and personal data of others;',
      '- harass, deceive or impersonate anyone;',
      '- upload harmful code, or attack the service or its users.',
    ],
  },
  {
    id: 'your-content',
    title: 'Your content stays yours',
    text: [
      'You keep the rights to what you post and upload. While it is on Solvent, you allow us to store it and show it to its intended audience.',
    ],
  },
  {
    id: 'liability',
    title: 'Liability',
    text: [
      'We run Solvent with care, but we cannot promise that it is always available or free of errors. As far as the law allows, we are liable only for damage that we caused on purpose or by gross negligence.',
    ],
  },
  {
    id: 'ending',
    title: 'Closing your account',
    text: [
      'You may close your account at any time. We may suspend an account that breaks these terms, and we tell its owner why. We announce changes of these terms here and update the date above.',
    ],
  },
];

export function Component() {
  return (
    <LegalDocument
      title="Terms of Service"
      date="November 29, 2026"
      intro="These are the rules for using Solvent. They are short, so please read them."
      sections={sections}
    />
  );
}
