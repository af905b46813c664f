const TESTS = {
  is: (value, wanted) => value === wanted,
  isNot: (value, wanted) => value !== wanted,
  includes: (value, wanted) => Array.isArray(value) && value.includes(wanted),
  atLeast: (value, wanted) => value !== undefined && Number(value) >= wanted,
};

/** Whether a field is asked: every part of its condition holds, and the field it hangs on is asked, too. */
export function isAsked(field, fields, answers) {
  return (field.when ?? []).every(({ field: name, ...test }) => {
    const other = fields.find((one) => one.name === name);
    if (other === undefined || !isAsked(other, fields, answers)) return false;
    return Object.entries(test).every(([kind, wanted]) => TESTS[kind]?.(answers[name], wanted) ?? false);
  });
}
