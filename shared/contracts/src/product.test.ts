/** @jest-environment node */
import {
  BADGE_MAX,
  BROWSE,
  CATEGORIES,
  ERROR_STATUS,
  FILTER_TECHNOLOGIES,
  HOME_COUNTERS,
  MODULE_TECHNOLOGIES,
  MODULE_TERMS,
  NEW_NOTIFICATION_EVENT,
  NOTIFICATION_TYPES,
  PAGE_SIZES,
  PRELOAD_DELAYS,
  PROBLEM_STATUSES,
  ROLES,
  SKILL_SUGGESTIONS_MAX,
  SOUND,
  STORAGE_KEYS,
  SUGGESTED_SKILLS,
  TOAST,
} from './index.ts';

// Compares the constants with docs/product.md.
describe('product constants', () => {
  it('15 % platform fee, payouts from 50 dollars (product 1.6)', () => {
    expect(MODULE_TERMS).toEqual({ feePercent: 15, payoutThresholdDollars: 50 });
  });

  it('preload delays of 1 s and 2 s (product 2.8)', () => {
    expect(PRELOAD_DELAYS).toEqual({ soon: 1000, later: 2000 });
  });

  it('toasts of 4000 ms, 3 visible, 356 px wide, 14 px apart, swiped away after 20 px (product 8.8)', () => {
    expect(TOAST).toEqual({ duration: 4000, limit: 3, width: 356, gap: 14, swipeThreshold: 20 });
  });

  it('counters, search, list, price and sound (product 9)', () => {
    expect(HOME_COUNTERS).toEqual({ problems: 50, rewards: 500, developers: 100, duration: 2000, steps: 30, delay: 500 });
    expect(BROWSE).toMatchObject({
      searchDebounce: 500,
      scrollMargin: 200,
      priceMin: 0,
      priceMax: 10_000,
      initialPrice: [0, 1000],
    });
    expect(BADGE_MAX).toBe(9);
    expect(SKILL_SUGGESTIONS_MAX).toBe(5);
    expect(PAGE_SIZES).toMatchObject({ conversations: 10, messages: 100 });
    expect(SOUND).toEqual({ url: '/sounds/notification.mp3', probeVolume: 0.01 });
  });

  it('local storage keys (product 3.1)', () => {
    const keys = Object.values(STORAGE_KEYS).toSorted().join(' ');
    expect(keys).toBe('emailForSignIn fcmToken notificationSound singleKeyShortcuts tempToken theme user');
  });
});

describe('product vocabulary (product 3)', () => {
  it('has the roles, statuses and notification types', () => {
    expect(ROLES).toEqual(['seeker', 'solver']);
    expect(PROBLEM_STATUSES).toEqual(expect.arrayContaining(['open', 'in-progress', 'solved']));
    expect(NOTIFICATION_TYPES.join(' ')).toBe(
      'bid_accepted bid_rejected new_bid message_received new_message ' +
        'question answer invited delivered agreement_changed solved paid parted disputed ' +
        'rated budget_changed problem_changed saved_closed search_matched module_sold module_reviewed module_version module_decided moderated sign_in_added payment_details',
    );
    expect(NEW_NOTIFICATION_EVENT).toBe('new-notification');
  });

  it('has the 13 categories in order, with their labels', () => {
    expect(Object.keys(CATEGORIES).join()).toBe(
      'frontend,backend,fullstack,mobile,devops,database,ai-ml,security,testing,performance,cloud,blockchain,other',
    );
    expect(CATEGORIES).toMatchObject({
      frontend: 'Frontend Development',
      devops: 'DevOps & Deployment',
      'ai-ml': 'AI & Machine Learning',
      security: 'Security & Authentication',
    });
  });

  it('has 21 technologies of the filter and 23 of modules', () => {
    expect(FILTER_TECHNOLOGIES.join(', ')).toBe(
      'React, Nodejs, ReactJS, Python, TypeScript, React Native, Next.js, PostgreSQL, MongoDB, AWS, Docker, Kubernetes, GraphQL, ' +
        'Vue.js, Angular, Django, Laravel, Express, Flutter, Ruby, Ruby on Rails',
    );
    expect(MODULE_TECHNOLOGIES.join(', ')).toBe(
      'React, Node.js, Express, TypeScript, JavaScript, Python, Django, Flask, Vue.js, Angular, Next.js, GraphQL, MongoDB, ' +
        'PostgreSQL, MySQL, Firebase, AWS, Docker, Kubernetes, Redis, Authentication, UI Kit, API',
    );
  });

  it('suggests the specified skills first, without duplicates', () => {
    expect(SUGGESTED_SKILLS.slice(0, 15).join(', ')).toBe(
      'JavaScript, TypeScript, React, Nodejs, Python, AWS, Docker, MongoDB, PostgreSQL, GraphQL, Go, Rust, Flutter, Machine Learning, DevOps',
    );
    expect(new Set(SUGGESTED_SKILLS.map((skill) => skill.toLowerCase())).size).toBe(SUGGESTED_SKILLS.length);
  });

  it('maps every error code to an error status', () => {
    for (const status of Object.values(ERROR_STATUS)) expect(status).toBeGreaterThanOrEqual(400);
  });
});
