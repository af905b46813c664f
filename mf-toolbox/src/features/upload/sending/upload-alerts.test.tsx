import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { buildModuleDetail } from '../../../testing/build-module.ts';
import { UploadSuccess } from './upload-alerts.tsx';

it('states that a module with what looks like a secret is on hold, and promises no review (product 2.37, 4.17)', () => {
  const findings = [
    { path: '.env', line: 1, text: 'This looks like a live key of Stripe.' },
    { path: '.env', line: null, text: 'Leave it out.' },
  ];
  const review = { version: '1.0.0', stage: 'secrets' as const, reason: null, findings };
  renderScreen(<UploadSuccess module={buildModuleDetail({ status: 'in-review', review })} />);
  const held = 'We found what looks like a secret in .env, line 1. Your module is on hold until you review it under My Modules.';
  expect(screen.getByText(held)).toBeVisible();
  expect(screen.queryByText(/^Our team reviews it/)).toBeNull();
});
