import type { Category } from '@solvent/contracts';

/** What generated problems are about: a title is a thing and a trouble. */
export const THINGS: Record<Category, string[]> = {
  frontend: ['Calendar grid', 'Checkout form', 'Image gallery', 'Data table', 'Side navigation', 'Date picker'],
  backend: ['Invoice service', 'Webhook handler', 'Booking API', 'Message queue', 'Export job', 'Session store'],
  fullstack: ['Ticket shop', 'Member portal', 'Survey tool', 'Stock dashboard', 'Course platform', 'Recipe site'],
  mobile: ['Delivery app', 'Fitness tracker', 'Offline map', 'Camera screen', 'Push settings', 'Barcode scanner'],
  devops: ['Release pipeline', 'Staging cluster', 'Container build', 'Log shipping', 'Secret rotation', 'Backup job'],
  database: ['Order history', 'Event log', 'Search index', 'Audit trail', 'Reporting view', 'Archive table'],
  'ai-ml': ['Invoice reader', 'Ticket classifier', 'Demand forecast', 'Photo tagger', 'Support assistant', 'Voice notes'],
  security: ['Password reset', 'Session handling', 'File download', 'Admin area', 'Token refresh', 'Content policy'],
  testing: ['Checkout tests', 'Contract suite', 'Visual tests', 'Load script', 'Unit suite', 'Mobile tests'],
  performance: ['Start page', 'Product search', 'Report export', 'Image pipeline', 'Admin list', 'Import job'],
  cloud: ['Object storage', 'Serverless function', 'Private network', 'Cost report', 'Edge cache', 'Managed queue'],
  blockchain: ['Token indexer', 'Escrow contract', 'Wallet login', 'Price oracle', 'Vesting contract', 'Event listener'],
  other: ['Spreadsheet macro', 'Print layout', 'Browser extension', 'Command-line tool', 'Mail template', 'Kiosk page'],
};

export const TROUBLES = [
  'loses entries when two people save at once',
  'becomes slow after a few thousand rows',
  'fails once a day and nobody knows why',
  'shows the wrong day west of Greenwich',
  'has to work without a network',
  'needs tests before we dare to change it',
  'should cost half of what it does',
  'breaks for names that are not English',
  'has to be moved to the current version',
  'cannot be used with a keyboard',
  'uses too much memory at night',
  'sends the same message twice',
];

export const BACKGROUNDS = [
  'We are a small company and have run this for four years without touching it much.',
  'The person who wrote it has left, and the documentation is a page from 2021.',
  'About three thousand people use it each day, most of them in the morning.',
  'It began as a prototype and is now what we earn our money with.',
  'Two of us have looked at it for a day each and found only parts of the answer.',
];

export const FINDINGS = [
  'The logs show nothing at that moment; a trace of one case is attached to the ticket.',
  'It does not happen on our own machines, only in production and under load.',
  'We suspect the cache, because everything is fine for an hour after it was emptied.',
  'A colleague thinks that the library is to blame, and that an update would mend it.',
  'The profile points to a function that was never meant to be called so often.',
];

export const WISHES = [
  'We would like to have it mended, with a test that fails without the change, and a short note on the reason.',
  'Please propose a way first, in a few sentences; we decide within a day and then you begin.',
  'The change should be small enough to be read in half an hour and to be taken back in a minute.',
  'We are glad about explanations, as we have to live with it afterwards.',
  'A benchmark from before and after is part of the work.',
];

export const TECHNOLOGIES: Record<Category, string[]> = {
  frontend: ['React', 'TypeScript', 'Vue.js', 'Next.js', 'Angular'],
  backend: ['Nodejs', 'Express', 'PostgreSQL', 'GraphQL', 'Laravel'],
  fullstack: ['Next.js', 'React', 'Nodejs', 'MongoDB', 'Ruby on Rails'],
  mobile: ['Flutter', 'React Native', 'TypeScript', 'Kotlin', 'Swift'],
  devops: ['Docker', 'Kubernetes', 'AWS', 'Terraform', 'CI/CD'],
  database: ['PostgreSQL', 'MongoDB', 'SQL', 'Redis', 'Django'],
  'ai-ml': ['Python', 'PyTorch', 'Machine Learning', 'Docker', 'AWS'],
  security: ['Nodejs', 'Laravel', 'JWT', 'AWS', 'Express'],
  testing: ['TypeScript', 'Playwright', 'Python', 'Jest', 'Ruby'],
  performance: ['React', 'Python', 'PostgreSQL', 'Angular', 'Redis'],
  cloud: ['AWS', 'Docker', 'Kubernetes', 'Terraform', 'Nodejs'],
  blockchain: ['TypeScript', 'Solidity', 'PostgreSQL', 'Go', 'Rust'],
  other: ['Python', 'TypeScript', 'LaTeX', 'Ruby', 'Excel'],
};
