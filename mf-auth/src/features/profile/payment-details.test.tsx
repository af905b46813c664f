import { signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor } from '@testing-library/react';
import { Component as PaymentDetails } from './payment-details.tsx';

beforeEach(() => void signInAs({ _id: 'ada', role: 'solver' }));

it('changes the saved payment details, and keeps what was typed after a wrong password (product 4.33)', async () => {
  const details = { text: 'Within a week', iban: 'DE89370400440532013000', link: '' };
  const wrong = refuse('invalid', 'Please check the form.', { password: 'The password is wrong.' });
  const answers = [wrong, { details: { ...details, link: 'https://paypal.me/ada' } }];
  const api = fakeApi({
    'GET /auth/sign-in-methods': () => ({ methods: { password: true, identities: [] } }),
    'GET /payment-details': () => ({ details }),
    'PUT /payment-details': () => answers.shift() ?? {},
  });
  const { user } = renderScreen(<PaymentDetails />);
  const save = () => screen.getByRole('button', { name: 'Save payment details' });
  expect(await screen.findByLabelText('How you want to be paid')).toHaveValue('Within a week');
  await user.type(screen.getByLabelText(/^Payment link/), 'https://paypal.me/ada');
  const password = screen.getByLabelText(/^Your password/);
  await user.type(password, 'wrong');
  await user.click(save());
  expect(await screen.findByText('The password is wrong.')).toBeVisible();
  expect(screen.getByLabelText(/^Payment link/)).toHaveValue('https://paypal.me/ada');
  await user.clear(password);
  await user.type(password, 'right');
  await user.click(save());
  expect(await screen.findByText('Payment details saved')).toBeVisible();
  expect(api.requests.at(-1)?.body).toEqual({ ...details, link: 'https://paypal.me/ada', password: 'right' });
  await waitFor(() => expect(password).toHaveValue(''));
  await waitFor(() => expect(save()).toHaveFocus());
  expect(screen.queryByText('Password is required')).not.toBeInTheDocument();
});
