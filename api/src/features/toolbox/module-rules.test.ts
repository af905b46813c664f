import {
  moduleFieldsRules,
  moduleReportRules,
  moduleReviewReplyRules,
  moduleReviewRules,
  moduleUploadRules,
  moduleVersionRules,
} from '@solvent/contracts/rules';
import { moduleContactRules, moduleStatusRules, purchaseRules } from '@solvent/contracts/rules/actions';
import { modulesQueryRules } from '@solvent/contracts/rules/queries';
import { describeRules, long, WRONG_FORM } from '../../testing/rules.ts';
import type { RuleTable } from '../../testing/rules.ts';

const MODULE_STARS = 'Choose one to five stars';
const VERSION = 'A version is three numbers, such as 1.2.0';
const module = {
  title: 'Maps',
  description: 'Maps to draw on.',
  techStack: ['React'],
  price: 'paid',
  priceAmount: '9.50',
  license: 'MIT',
  documentation: 'Draw on them.',
};

const BODIES: Record<string, RuleTable> = {
  'a module (product 5.11, 5.12)': {
    rules: moduleFieldsRules,
    good: module,
    accepts: [
      { title: long(100) },
      { description: long(500) },
      { documentation: long(50_000) },
      { price: 'free', priceAmount: '' },
    ],
    refuses: [
      [{ title: 'ab' }, { title: 'Title must be at least 3 characters' }],
      [{ title: long(101) }, { title: 'Title cannot exceed 100 characters' }],
      [{ description: 'short' }, { description: 'Description must be at least 10 characters' }],
      [{ description: long(501) }, { description: 'Description cannot exceed 500 characters' }],
      [{ techStack: [] }, { techStack: 'Select at least one technology' }],
      [{ techStack: undefined }, { techStack: 'Select at least one technology' }],
      [{ techStack: Array(11).fill('React') }, { techStack: 'You can select up to 10 technologies' }],
      [{ techStack: ['COBOL'] }, { 'techStack[0]': 'There is no such technology' }],
      [{ priceAmount: 'ten' }, { priceAmount: 'Price must be a number' }],
      [{ priceAmount: '0' }, { priceAmount: 'Price must be at least $1' }],
      [{ priceAmount: '1.999' }, { priceAmount: 'Price can have two decimals at most' }],
      [{ license: undefined }, { license: 'Please select a license' }],
      [{ license: 'WTFPL' }, { license: 'Please select a license' }],
      [{ documentation: 'short' }, { documentation: 'Documentation must be at least 10 characters' }],
      [{ documentation: long(50_001) }, { documentation: 'Documentation cannot exceed 50,000 characters' }],
      [{ repositoryUrl: 'javascript:alert(1)' }, { repositoryUrl: 'Please enter a valid repository URL' }],
      [{ demoUrl: 'no address' }, { demoUrl: 'Please enter a valid demo URL' }],
      [{ sandboxUrl: 'ftp://a.example' }, { sandboxUrl: 'Please enter a valid sandbox URL' }],
    ],
  },
  'an uploaded module, whose amount may be missing (product 5.12)': {
    rules: moduleUploadRules,
    good: { ...module, priceAmount: '' },
    refuses: [[{ priceAmount: 'ten' }, { priceAmount: 'Price must be a number' }]],
  },
  'a version of a module (product 5.13)': {
    rules: moduleVersionRules,
    good: { version: '1.2.0' },
    refuses: [
      ...['1.2', 'v1.2.0', '1.2.0-beta'].map((version): [object, Record<string, string>] => [{ version }, { version: VERSION }]),
      [{ version: '' }, { version: 'Version is required' }],
    ],
  },
  'a review of a module (product 5.14)': {
    rules: moduleReviewRules,
    good: { rating: 5 },
    refuses: [
      ...[undefined, 0, 6, 4.5, 'many'].map((rating): [object, Record<string, string>] => [{ rating }, { rating: MODULE_STARS }]),
      [{ text: long(2001) }, { text: 'A review cannot exceed 2,000 characters' }],
    ],
  },
  'an answer to a review': {
    rules: moduleReviewReplyRules,
    good: { text: '' },
    refuses: [[{ text: long(2001) }, { text: 'An answer cannot exceed 2,000 characters' }]],
  },
  'a report of a module (product 5.14)': {
    rules: moduleReportRules,
    good: {},
    refuses: [
      [{ reason: 'boring' }, { reason: 'There is no such reason' }],
      [{ description: long(2001) }, { description: 'A description cannot exceed 2,000 characters' }],
    ],
  },
  'a status of a module': {
    rules: moduleStatusRules,
    good: { status: 'published' },
    refuses: [[{ status: 'in-review' }, { status: 'There is no such status' }]],
  },
  'the contact of modules': {
    rules: moduleContactRules,
    good: { showsEmail: false },
    refuses: [[{ showsEmail: 'yes' }, { showsEmail: WRONG_FORM }]],
  },
  'a purchase': {
    rules: purchaseRules,
    good: { license: 'standard', priceCents: 1900 },
    refuses: [
      [{ license: 'MIT' }, { license: 'Please select a license' }],
      [{ license: null }, { license: 'Please select a license' }],
      [{ priceCents: -1 }, { priceCents: 'A price is at least 0' }],
      [{ priceCents: 19.5 }, { priceCents: 'A price is a whole number of cents' }],
      [{ priceCents: '1950' }, { priceCents: WRONG_FORM }],
    ],
  },
};

describeRules('body', BODIES);
describeRules('querystring', {
  'modules by author': {
    rules: modulesQueryRules,
    good: { author: '00000000-0000-7000-8000-000000000000' },
    refuses: [[{ author: 'lena' }, { author: 'There is no such author' }]],
  },
});
