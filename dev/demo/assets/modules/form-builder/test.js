import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createForm, renderForm } from './src/index.js';

const definition = {
  title: 'Sign up',
  steps: [
    {
      title: 'You',
      fields: [
        { name: 'email', label: 'E-mail', type: 'email', required: true },
        { name: 'child', label: 'I bring a child', type: 'yes' },
        { name: 'age', label: 'Its age', type: 'number', min: 0, max: 17, required: true, when: [{ field: 'child', is: true }] },
        { name: 'seat', label: 'Child seat?', type: 'yes', when: [{ field: 'age', atLeast: 1 }] },
      ],
    },
    { title: 'Food', fields: [{ name: 'meals', label: 'Meals', type: 'choices', options: ['Lunch', 'Dinner'] }] },
  ],
};
const form = createForm(definition);
const names = (answers) => form.fieldsOf(0, answers).map(({ name }) => name);

test('fields are asked when their conditions hold, one hanging on the other', () => {
  assert.deepEqual(names({}), ['email', 'child']);
  assert.deepEqual(names({ child: true }), ['email', 'child', 'age']);
  assert.deepEqual(names({ child: true, age: '3' }), ['email', 'child', 'age', 'seat']);
  assert.deepEqual(names({ child: false, age: '3' }), ['email', 'child']);
});

test('a step says what is wrong with it', () => {
  assert.deepEqual(form.errorsOf(0, { email: 'maya', child: true, age: '30' }), {
    email: 'Enter an e-mail address',
    age: 'At most 17',
  });
  assert.deepEqual(form.errorsOf(0, {}), { email: 'Please answer this' });
});

test('answers come out clean, without what was not asked or invented', () => {
  const answers = { email: 'maya@example.com', child: true, age: '4', meals: ['Lunch'], admin: true };
  assert.deepEqual(form.finish(answers), {
    ok: true,
    answers: { email: 'maya@example.com', child: true, age: 4, meals: ['Lunch'] },
  });
  assert.deepEqual(form.finish({ ...answers, child: false }).answers, { email: 'maya@example.com', meals: ['Lunch'] });
  assert.equal(form.finish({ ...answers, meals: ['Poison'] }).ok, false);
});

test('a wrong definition is refused', () => {
  const field = { name: 'a', label: 'A', type: 'text' };
  const one =
    (...fields) =>
    () =>
      createForm({ title: 'x', steps: [{ title: 'x', fields }] });
  assert.throws(one(field, field), /Two fields/);
  assert.throws(one({ ...field, type: 'magic' }), /no type magic/);
  assert.throws(one({ ...field, when: [{ field: 'a', is: 1 }] }), /not before it/);
});

test('the markup tells errors to screen readers and escapes what people wrote', () => {
  const html = renderForm(form, 0, { email: '"><script>' }, { email: 'Enter an e-mail address' });
  assert.match(html, /aria-invalid="true" aria-describedby="field-email-error"/);
  assert.match(html, /<p id="field-email-error" role="alert">/);
  assert.doesNotMatch(html, /<script>/);
});
