const escape = (text) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const box = (kind, { name }, option, value) =>
  `<label><input type="${kind}" name="${escape(name)}" value="${escape(option)}"${[value].flat().includes(option) ? ' checked' : ''}> ${escape(option)}</label>`;

const group = (kind, field, value) =>
  `<fieldset><legend>${escape(field.label)}</legend>${(field.options ?? []).map((option) => box(kind, field, option, value)).join('')}</fieldset>`;

const input = (type) => (field, value, error) => {
  const id = `field-${escape(field.name)}`;
  const wrong = error === undefined ? '' : ` aria-invalid="true" aria-describedby="${id}-error"`;
  return `<label for="${id}">${escape(field.label)}</label><input id="${id}" type="${type}" name="${escape(field.name)}" value="${escape(value ?? '')}"${wrong}>`;
};

const RENDERERS = {
  text: input('text'),
  email: input('email'),
  number: input('number'),
  choice: (field, value) => group('radio', field, value),
  choices: (field, value) => group('checkbox', field, value),
  yes: (field, value) =>
    `<label><input type="checkbox" name="${escape(field.name)}"${value === true ? ' checked' : ''}> ${escape(field.label)}</label>`,
};

/** A step as HTML that works without a script, each field with its error. */
export function renderForm(form, step, answers = {}, errors = {}) {
  const fields = form.fieldsOf(step, answers).map((field) => {
    const error = errors[field.name];
    const told = error === undefined ? '' : `<p id="field-${escape(field.name)}-error" role="alert">${escape(error)}</p>`;
    return `<div>${RENDERERS[field.type](field, answers[field.name], error)}${told}</div>`;
  });
  const heading = form.steps[step]?.title ?? form.title;
  return `<form method="post"><h2>${escape(heading)}</h2>${fields.join('')}<button>Continue</button></form>`;
}
