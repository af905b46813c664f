import { getInlineErrorText, isAborted } from '@solvent/http';
import { useFormik } from 'formik';
import type { FormikErrors, FormikValues } from 'formik';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, SyntheticEvent } from 'react';
import { ValidationError } from 'yup';
import type { ObjectSchema } from 'yup';
import { findToast, toast } from '../toaster/toast.ts';

interface FieldFailure {
  errors?: Record<string, string>;
}

interface ProductFormOptions<Values extends FormikValues> {
  initialValues: Values;
  /** Rules of the contracts package, which the server enforces, too. */
  rules: ObjectSchema<FormikValues>;
  /** May reject with `errors` by field, which are shown below the fields. */
  onSubmit: (values: Values) => Promise<void>;
  /** Toast for a rejection without field errors or server message. Without it, `onSubmit` shows its own toasts, and rejects with their cause. */
  failure?: string;
  /** False for an optional form on a page, whose errors wait for a submit. */
  showsErrorsOnBlur?: boolean;
  /** @deprecated Name of `showsErrorsOnBlur` before contract 3.5. */
  tellsOnLeave?: boolean;
}

/** Returns the first message of each field; those of items (`tags[0]`) belong to their list. */
function getFirstByField(messages: readonly (readonly [path: string, message: string])[]): Record<string, string> {
  const first: Record<string, string> = {};
  for (const [path, message] of messages) first[path.replace(/[.[].*$/, '')] ??= message;
  return first;
}

async function validate(rules: ObjectSchema<FormikValues>, values: FormikValues) {
  try {
    await rules.validate(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (error instanceof ValidationError) return getFirstByField(error.inner.map(({ path = '', message }) => [path, message]));
    throw error;
  }
}

/** Field errors of the server, each valid until its field changes. */
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
 * Creates a form that keeps its values after a failure; Ctrl/⌘+Enter submits. Spread `formProps` on the form and the result of
 * {@link getFieldProps} on each field, and show `failureText` above the button in {@link FormFailure}. `checkFields` validates some fields like a submit, and resolves to whether they are valid.
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
  const [shown, setShown] = useState<{ text: string; values: Values; toast: ReturnType<typeof findToast> }>();
  const latestValues = useRef(initialValues);

  /** Shows the toast, unless `onSubmit` did, and repeats its text until the form changes (product 8.25). */
  function showFailure(error: unknown): void {
    if (failure && !isAborted(error)) toast.failure(error, failure);
    const repeated = findToast(error);
    if (repeated) setShown({ text: getInlineErrorText(error, repeated.text), values: latestValues.current, toast: repeated });
  }

  const formik = useFormik<Values>({
    initialValues,
    validateOnBlur: true,
    validateOnChange: true,
    // Formik's error type is recursive; these messages are flat.
    validate: async (values) =>
      mergeServerErrors(await validate(rules, values), values, serverErrors.current) as FormikErrors<Values>,
    onSubmit: async (values, { setErrors }) => {
      try {
        await onSubmit(values);
      } catch (error) {
        const errors = getFirstByField(Object.entries((error as FieldFailure).errors ?? {}));
        if (Object.keys(errors).length === 0) return showFailure(error);
        serverErrors.current = { values, errors };
        setErrors(errors as FormikErrors<Values>);
      }
    },
  });

  const { submitCount, isSubmitting } = formik;
  useEffect(() => {
    latestValues.current = formik.values;
  });
  const failureText = shown?.values === formik.values ? shown.text : undefined;
  const [checkCount, setCheckCount] = useState(0);
  /** Restores the focus that a disabled submit button loses. */
  const submitter = useRef<Element>(null);
  useEffect(() => {
    if ((submitCount + checkCount === 0 && !submitter.current) || isSubmitting) return;
    const firstInvalid = formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (firstInvalid) firstInvalid.focus();
    else if (document.activeElement === document.body && submitter.current instanceof HTMLElement) submitter.current.focus();
    // Only the end of a submit or check moves the focus, not a message that appears while typing.
  }, [submitCount, checkCount, isSubmitting]);

  async function checkFields(...names: (keyof Values & string)[]): Promise<boolean> {
    for (const name of names) void formik.setFieldTouched(name, true, false);
    const errors = await formik.validateForm();
    const isValid = !names.some((name) => errors[name]);
    if (!isValid) setCheckCount((count) => count + 1);
    return isValid;
  }

  /** Returns a field's props, with its error once that should be shown. */
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

  /** Only the server can decide whether values that it refused are valid now. */
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isSubmitting) return;
    serverErrors.current = null;
    shown?.toast?.close?.();
    setShown(undefined);
    submitter.current = document.activeElement;
    void formik.submitForm();
  }

  const formProps = {
    ref: formRef,
    // Before hydration the browser submits the form itself: values must not be in the URL.
    method: 'post' as const,
    noValidate: true,
    onSubmit: submit,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
    },
  };

  /** Name of `getFieldProps` in remotes published before contract 3.5. Remove it in the next release. */
  const deprecated = { fieldOf: getFieldProps };
  return { ...formik, ...deprecated, getFieldProps, formProps, checkFields, failureText };
}
