/** Formik with the product's rules, and its fields. Import only from code that loads late. */
export { NativeSelect } from '@chakra-ui/react';
export { FieldFrame } from './components/field-frame.tsx';
export { CheckboxField } from './forms/checkbox-field.tsx';
export { FormFailure } from './forms/form-failure.tsx';
export { FieldInput } from './forms/entries.tsx';
export { ChipsField } from './forms/chips-field/chips-field.tsx';
export { PasswordField } from './forms/password-field.tsx';
export { SelectField } from './forms/select-field.tsx';
export { StarsField } from './forms/stars-field.tsx';
export { TextAreaField, TextField } from './forms/text-field.tsx';
export { useProductForm } from './forms/use-product-form.ts';
