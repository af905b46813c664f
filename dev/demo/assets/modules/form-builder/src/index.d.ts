export interface Condition {
  /** Name of an earlier field. */
  field: string;
  is?: unknown;
  isNot?: unknown;
  includes?: string;
  atLeast?: number;
}

export interface Field {
  name: string;
  label: string;
  type: 'text' | 'email' | 'number' | 'choice' | 'choices' | 'yes';
  required?: boolean;
  options?: string[];
  min?: number;
  max?: number;
  maxLength?: number;
  /** All of them must hold. */
  when?: Condition[];
}

export interface Step {
  title: string;
  fields: Field[];
}

export type Answers = Record<string, unknown>;
export type Errors = Record<string, string>;

export interface Form {
  title: string;
  steps: Step[];
  fieldsOf(step: number, answers: Answers): Field[];
  errorsOf(step: number, answers: Answers): Errors;
  finish(answers: Answers): { ok: true; answers: Answers } | { ok: false; errors: Errors };
}

export function createForm(definition: { title: string; steps: Step[] }): Form;
export function renderForm(form: Form, step: number, answers?: Answers, errors?: Errors): string;
