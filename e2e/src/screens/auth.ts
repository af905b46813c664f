import type { Page } from '@playwright/test';
import { screenAt } from './screen.ts';

function signInOf(page: Page) {
  const main = page.getByRole('main');
  return {
    ...screenAt(page, { path: '/signin', heading: 'Welcome Back' }),
    email: main.getByLabel('Email'),
    password: main.getByLabel('Password', { exact: true }),
    submit: main.getByRole('button', { name: 'Sign In', exact: true }),
    providers: main.getByRole('group', { name: 'Or continue with' }),
  };
}

function signUpOf(page: Page) {
  const main = page.getByRole('main');
  return {
    ...screenAt(page, { path: '/signup', heading: 'Create an Account' }),
    name: main.getByLabel('Full name'),
    email: main.getByLabel('Email'),
    password: main.getByLabel('Password', { exact: true }),
    seeker: main.getByRole('radio', { name: /Find Solutions/ }),
    solver: main.getByRole('radio', { name: /Become a Solver/ }),
    areas: main.getByRole('combobox', { name: 'Areas of expertise' }),
    agree: main.getByRole('checkbox'),
    submit: main.getByRole('button', { name: 'Create Account' }),
  };
}

function profileOf(page: Page) {
  const main = page.getByRole('main');
  return {
    ...screenAt(page, { path: '/profile' }),
    edit: main.getByRole('button', { name: 'Edit profile' }),
    form: main.getByRole('form', { name: 'Edit profile' }),
    devices: main.getByRole('region', { name: 'Signed-in devices' }),
    waysToSignIn: main.getByRole('region', { name: 'Ways to sign in' }),
    password: main.getByRole('region', { name: 'Password' }),
    download: main.getByRole('button', { name: 'Download my data' }),
    deleteAccount: main.getByRole('button', { name: 'Delete my account' }),
  };
}

/** The pages of accounts. */
export const authScreens = (page: Page) => ({
  signIn: signInOf(page),
  signUp: signUpOf(page),
  finishSignUp: screenAt(page, { path: '/finishSignUp' }),
  resetPassword: screenAt(page, { path: '/reset-password' }),
  profile: profileOf(page),
  /** @param id of the person */
  publicProfile: (id: string) => ({
    ...screenAt(page, { path: `/profile/${id}` }),
    message: page.getByRole('main').getByRole('link', { name: 'Message' }),
    figures: page.getByRole('region', { name: 'Figures' }),
  }),
});
