import { MODULE_TERMS } from '@solvent/contracts';

/** What module authors ask (spec 1). */
export const AUTHOR_QUESTIONS: { question: string; answer: string }[] = [
  {
    question: 'When do I get paid?',
    answer: `Payouts are made every two weeks, once you have reached $${MODULE_TERMS.payoutThresholdDollars} in sales.`,
  },
  {
    question: 'What does Solvent charge?',
    answer: `A ${MODULE_TERMS.feePercent}% platform fee on each sale. The rest is yours.`,
  },
  { question: 'How long does module review take?', answer: 'Module review takes 3-5 business days.' },
  {
    question: 'Which licenses can I offer?',
    answer: 'Two: Standard for a single project, and Extended for multiple projects or SaaS.',
  },
  { question: 'How long do I support a module?', answer: 'The support period is typically 6-12 months.' },
  {
    question: 'Do buyers get updates?',
    answer:
      'Lifetime updates within the purchased major version are included. Upgrades to a new major version may be discounted.',
  },
];
