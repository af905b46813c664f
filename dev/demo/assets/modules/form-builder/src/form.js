import { isAsked } from './conditions.js';

const isEmpty = (value) => value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0);

const CHECKS = {
  text: (value, { maxLength = 1000 }) => (String(value).length > maxLength ? `At most ${maxLength} characters` : undefined),
  email: (value) => (/^\S+@\S+\.\S+$/.test(String(value)) ? undefined : 'Enter an e-mail address'),
  number: (value, { min = -Infinity, max = Infinity }) => {
    if (!Number.isFinite(Number(value))) return 'Enter a number';
    if (Number(value) < min) return `At least ${min}`;
    return Number(value) > max ? `At most ${max}` : undefined;
  },
  choice: (value, { options = [] }) => (options.includes(value) ? undefined : 'Choose one of the options'),
  choices: (value, { options = [] }) =>
    Array.isArray(value) && value.every((one) => options.includes(one)) ? undefined : 'Choose from the options',
  yes: () => undefined,
};

function checkDefinition({ steps }) {
  const names = steps.flatMap(({ fields }) => fields.map(({ name }) => name));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two fields are called ${twice}`);
  for (const { name, type, when = [] } of steps.flatMap(({ fields }) => fields)) {
    if (!(type in CHECKS)) throw new Error(`${name}: there is no type ${type}`);
    // A field may hang on earlier ones only: so there are no circles.
    for (const { field } of when)
      if (!names.slice(0, names.indexOf(name)).includes(field))
        throw new Error(`${name} hangs on ${field}, which is not before it`);
  }
}

/** A form from its definition (plain JSON). Throws where the definition is wrong; answers are never trusted. */
export function createForm(definition) {
  checkDefinition(definition);
  const fields = definition.steps.flatMap((step) => step.fields);
  const asked = (answers, list = fields) => list.filter((field) => isAsked(field, fields, answers));

  const errorOf = (field, value) => {
    if (isEmpty(value)) return field.required ? 'Please answer this' : undefined;
    return CHECKS[field.type](value, field);
  };
  const errorsIn = (list, answers) =>
    Object.fromEntries(
      asked(answers, list).flatMap((field) => {
        const error = errorOf(field, answers[field.name]);
        return error === undefined ? [] : [[field.name, error]];
      }),
    );

  return {
    title: definition.title,
    steps: definition.steps,

    /** The fields of a step (from 0) that these answers leave to be asked. */
    fieldsOf: (step, answers) => asked(answers, definition.steps[step]?.fields ?? []),

    /** What is wrong with a step: texts by name; empty if one may go on. */
    errorsOf: (step, answers) => errorsIn(definition.steps[step]?.fields ?? [], answers),

    /** All answers as clean JSON: nothing that was not asked, numbers as numbers. Or what is wrong. */
    finish(answers) {
      const errors = errorsIn(fields, answers);
      if (Object.keys(errors).length > 0) return { ok: false, errors };
      const given = asked(answers).filter(({ name }) => !isEmpty(answers[name]));
      const clean = ({ name, type }) => [name, type === 'number' ? Number(answers[name]) : answers[name]];
      return { ok: true, answers: Object.fromEntries(given.map(clean)) };
    },
  };
}
