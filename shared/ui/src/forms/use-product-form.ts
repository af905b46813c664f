import { isAborted } from '@solvent/http';
import { useFormik } from 'formik';
import type { FormikErrors, FormikValues } from 'formik';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, SyntheticEvent } from 'react';
import { ValidationError } from 'yup';
import type { ObjectSchema } from 'yup';
import { toast } from '../toaster/toast.ts';

/** The part of an API error that a form can show beside its fields. */
interface FieldFailure {
  errors?: Record<string, string>;
}

interface ProductFormOptions<Values extends FormikValues> {
  initialValues: Values;
  /** The rules of the contracts package that the server enforces too. */
  rules: ObjectSchema<FormikValues>;
  /** May reject with an error that carries `errors` by field: they show under the fields. */
  onSubmit: (values: Values) => Promise<void>;
  /**
   * Told when `onSubmit` rejects, was not aborted, and the server has said nothing of a field, in its sentence or else this one; without it
   * `onSubmit` tells of its failures itself.
   */
  failure?: string;
  /**
   * False for one that stands on a page whether or not somebody means to fill it in: its messages wait for a submit, and leaving it
   * empty is no mistake. True by default: a field's message shows once the person has been there.
   */
  showsErrorsOnBlur?: boolean;
  /** @deprecated Name of `showsErrorsOnBlur` before contract 3.5. */
  tellsOnLeave?: boolean;
}

/** First message of each field: what is said of an item (`tags[0]`) shows under its list. */
function takeFirstByField(messages: readonly (readonly [path: string, message: string])[]): Record<string, string> {
  const first: Record<string, string> = {};
  for (const [path, message] of messages) first[path.replace(/[.[].*$/, '')] ??= message;
  return first;
}

async function validate(rules: ObjectSchema<FormikValues>, values: FormikValues) {
  try {
    await rules.validate(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (error instanceof ValidationError) return takeFirstByField(error.inner.map(({ path = '', message }) => [path, message]));
    throw error;
  }
}

/** Fields that the server refused, and what they held then: each message stands until its field changes. */
interface ServerErrors {
  values: FormikValues;
  errors: Record<string, string>;
}

function mergeServerErrors(
  errors: Record<string, string>,
  values: FormikValues,
  serverErrors: ServerErrors | null,
): Record<string, string> {
  const current = Object.entries(serverErrors?.errors ?? {}).filter(([field]) => values[field] === serverErrors?.values[field]);
  return { ...Object.fromEntries(current), ...errors };
}

/**
 * A form as the product has them: messages under the fields, focus on the first wrong one after a failed
 * submit, Ctrl/⌘+Enter submits, and the server's field errors shown like the form's own. What was typed stays.
 *
 * Give `formProps` to the form element and {@link getFieldProps}'s result to each field. `checkFields` checks some of the
 * fields as a submit does, for another way to send a part of the form; true when they are right.
 */
export function useProductForm<Values extends FormikValues>({
  initialValues,
  rules,
  onSubmit,
  failure,
  tellsOnLeave = true,
  showsErrorsOnBlur = tellsOnLeave,
}: ProductFormOptions<Values>) {
  const formRef = useRef<HTMLFormElement>(null);
  const serverErrors = useRef<ServerErrors | null>(null);
  const formik = useFormik<Values>({
    initialValues,
    validateOnBlur: true,
    validateOnChange: true,
    // Formik's type for errors is recursive; the messages here are flat, which is a part of it.
    validate: async (values) =>
      mergeServerErrors(await validate(rules, values), values, serverErrors.current) as FormikErrors<Values>,
    onSubmit: async (values, { setErrors }) => {
      try {
        await onSubmit(values);
      } catch (error) {
        const errors = takeFirstByField(Object.entries((error as FieldFailure).errors ?? {}));
        if (Object.keys(errors).length === 0) {
          if (failure && !isAborted(error)) toast.failure(error, failure);
          return;
        }
        serverErrors.current = { values, errors };
        setErrors(errors as FormikErrors<Values>);
      }
    },
  });

  const { submitCount, isSubmitting } = formik;
  const [checkCount, setCheckCount] = useState(0);
  /** What had the focus when the form was sent: a button that waits is disabled, which takes it. */
  const submitter = useRef<Element>(null);
  useEffect(() => {
    if (submitCount + checkCount === 0 || isSubmitting) return;
    const firstInvalid = formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (firstInvalid) firstInvalid.focus();
    else if (document.activeElement === document.body && submitter.current instanceof HTMLElement) submitter.current.focus();
    // Only the end of a submit or check moves the focus; a message that comes while typing must not.
  }, [submitCount, checkCount, isSubmitting]);

  async function checkFields(...names: (keyof Values & string)[]): Promise<boolean> {
    for (const name of names) void formik.setFieldTouched(name, true, false);
    const errors = await formik.validateForm();
    const isValid = !names.some((name) => errors[name]);
    if (!isValid) setCheckCount((count) => count + 1);
    return isValid;
  }

  /** What a field needs to show a value's message: only once it is time for that. */
  function getFieldProps<Name extends keyof Values & string>(name: Name) {
    const isShown = submitCount > 0 || (showsErrorsOnBlur && formik.touched[name]);
    const error: unknown = isShown ? formik.errors[name] : undefined;
    return {
      name,
      value: formik.values[name],
      error: typeof error === 'string' ? error : undefined,
      onChange: formik.handleChange,
      onBlur: formik.handleBlur,
    };
  }

  /** What the server refused once may be right now: it alone decides again. */
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isSubmitting) return;
    serverErrors.current = null;
    submitter.current = document.activeElement;
    void formik.submitForm();
  }

  const formProps = {
    ref: formRef,
    // Where the server made the page, a browser sends the form by itself until the code is there: what was typed must not get into the address.
    method: 'post' as const,
    noValidate: true,
    onSubmit: submit,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
    },
  };

  /** Name of `getFieldProps` in remotes published before contract 3.5. Remove it in the next release. */
  const deprecated = { fieldOf: getFieldProps };
  return { ...formik, ...deprecated, getFieldProps, formProps, checkFields };
}
