import type { SignInMethods as Methods } from '@solvent/contracts';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { SignInMethods } from './sign-in-methods.tsx';

const shown = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);

describe('the ways to sign in', () => {
  it.each<[methods: Methods, words: string[]]>([
    [{ password: true, github: false, google: false }, ['Email and password']],
    [{ password: false, github: true, google: false }, ['GitHub']],
    [{ password: true, github: true, google: true }, ['Email and password', 'GitHub', 'Google']],
  ])('%j are told', async (methods, words) => {
    fakeApi({ 'GET /auth/sign-in-methods': () => ({ methods }) });
    renderScreen(<SignInMethods />);
    expect(await shown()).toEqual(words);
  });

  it('that could not be loaded can be tried again', async () => {
    let answer: object = refuse('internal', 'Something went wrong.');
    fakeApi({ 'GET /auth/sign-in-methods': () => answer });
    const { user } = renderScreen(<SignInMethods />);
    expect(await screen.findByText('Your ways to sign in could not be loaded.')).toBeVisible();
    answer = { methods: { password: false, github: false, google: true } };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await shown()).toEqual(['Google']);
  });
});
