import { useFormik } from 'formik';
import type { FormikErrors, FormikValues } from 'formik';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { ValidationError } from 'yup';
import type { ObjectSchema } from 'yup';

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
}

/** First message of each field, by the field's path. */
function messagesOf(error: ValidationError): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of error.inner.length > 0 ? error.inner : [error]) {
    const field = path?.replace(/[.[].*$/, '');
    if (field) messages[field] ??= message;
  }
  return messages;
}

async function check(rules: ObjectSchema<FormikValues>, values: FormikValues) {
  try {
    await rules.validate(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (error instanceof ValidationError) return messagesOf(error);
    throw error;
  }
}

/**
 * A form as the product has them: messages under the fields, focus on the first wrong one after a failed
 * submit, Ctrl/⌘+Enter submits, and the server's field errors shown like the form's own. What was typed stays.
 *
 * Give `formProps` to the form element and {@link fieldOf}'s result to each field.
 */
export function useProductForm<Values extends FormikValues>({ initialValues, rules, onSubmit }: ProductFormOptions<Values>) {
  const formRef = useRef<HTMLFormElement>(null);
  const formik = useFormik<Values>({
    initialValues,
    validateOnBlur: true,
    validateOnChange: true,
    // Formik's type for errors is recursive; the messages here are flat, which is a part of it.
    validate: async (values) => (await check(rules, values)) as FormikErrors<Values>,
    onSubmit: async (values, { setErrors, setStatus }) => {
      try {
        setStatus(undefined);
        await onSubmit(values);
      } catch (error) {
        const { errors } = error as FieldFailure;
        if (errors && Object.keys(errors).length > 0) {
          setErrors(errors as FormikErrors<Values>);
          setStatus('refused');
        }
      }
    },
  });

  const { submitCount, isSubmitting, isValidating, status } = formik;
  useEffect(() => {
    if (submitCount === 0 || isSubmitting || isValidating) return;
    formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    // Only a finished submit moves the focus; a message that comes while typing must not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [submitCount, isSubmitting, isValidating, status]);

  /** What a field needs to show a value's message: only once the person has been there. */
  function fieldOf(name: keyof Values & string) {
    const error = formik.touched[name] || submitCount > 0 ? formik.errors[name] : undefined;
    return { name, value: formik.values[name], error: typeof error === 'string' ? error : undefined, onChange: formik.handleChange, onBlur: formik.handleBlur };
  }

  const formProps = {
    ref: formRef,
    noValidate: true,
    onSubmit: formik.handleSubmit,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void formik.submitForm();
    },
  };

  return { ...formik, fieldOf, formProps };
}
