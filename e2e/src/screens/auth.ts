import type { Page } from '@playwright/test';
import { createScreen } from './screen.ts';

function createSignIn(page: Page) {
  const main = page.getByRole('main');
  return {
    ...createScreen(page, { path: '/signin', heading: 'Welcome Back' }),
    email: main.getByLabel('Email'),
    password: main.getByLabel('Password', { exact: true }),
    submit: main.getByRole('button', { name: 'Sign In', exact: true }),
    forgotPassword: main.getByRole('link', { name: 'Forgot password?' }),
    createAccount: main.getByRole('link', { name: 'Create an account' }),
    providers: main.getByRole('group', { name: 'Or continue with' }),
    async submitWith({ email, password }: { email: string; password: string }) {
      await main.getByLabel('Email').fill(email);
      await main.getByLabel('Password', { exact: true }).fill(password);
      await main.getByRole('button', { name: 'Sign In', exact: true }).click();
    },
  };
}

function createSignUp(page: Page) {
  const main = page.getByRole('main');
  const form = {
    name: main.getByLabel('Full name'),
    email: main.getByLabel('Email'),
    password: main.getByLabel('Password', { exact: true }),
    seeker: main.getByRole('radio', { name: /Find Solutions/ }),
    solver: main.getByRole('radio', { name: /Become a Solver/ }),
    areas: main.getByRole('combobox', { name: 'Areas of expertise' }),
    agree: main.getByRole('checkbox'),
    submit: main.getByRole('button', { name: 'Create Account' }),
  };
  return {
    ...createScreen(page, { path: '/signup', heading: 'Create an Account' }),
    ...form,
    providers: main.getByRole('group', { name: 'Or continue with' }),
    checkEmail: page.getByRole('dialog', { name: 'Check your email' }),
    async fillAsSeeker({ name, email, password }: { name: string; email: string; password: string }) {
      await form.name.fill(name);
      await form.email.fill(email);
      await form.password.fill(password);
      await form.seeker.check();
      await form.agree.check();
      await form.submit.click();
    },
  };
}

/** /profile; `settings(…)` opens the sections with the other elements. */
function createProfile(page: Page) {
  const main = page.getByRole('main');
  return {
    ...createScreen(page, { path: '/profile' }),
    edit: main.getByRole('link', { name: 'Edit profile' }),
    form: main.getByRole('form', { name: 'Edit profile' }),
    devices: main.getByRole('region', { name: 'Signed-in devices' }),
    waysToSignIn: main.getByRole('region', { name: 'Ways to sign in' }),
    password: main.getByRole('region', { name: 'Password' }),
    role: main.getByRole('region', { name: 'Role' }),
    areas: main.getByRole('region', { name: 'Areas of expertise' }),
    signOut: main.getByRole('button', { name: 'Sign out', exact: true }),
    download: main.getByRole('button', { name: 'Download my data' }),
    deleteAccount: main.getByRole('button', { name: 'Delete account' }),
    deletionDialog: page.getByRole('dialog', { name: 'Delete your account?' }),
  };
}

export const createAuthScreens = (page: Page) => ({
  signIn: createSignIn(page),
  signUp: createSignUp(page),
  finishSignUp: createScreen(page, { path: '/finishSignUp' }),
  resetPassword: createScreen(page, { path: '/reset-password' }),
  profile: createProfile(page),
  settings: (section: 'profile' | 'account' | 'notifications' | 'security' | 'data') =>
    createScreen(page, { path: `/profile/settings/${section}` }),
  publicProfile: (id: string) => ({
    ...createScreen(page, { path: `/profile/${id}` }),
    message: page.getByRole('main').getByRole('link', { name: 'Message' }),
    figures: page.getByRole('region', { name: 'Figures' }),
    about: page.getByRole('region', { name: 'About' }),
    areas: page.getByRole('region', { name: 'Areas of expertise' }),
    edit: page.getByRole('main').getByRole('link', { name: 'Edit profile' }),
  }),
});
