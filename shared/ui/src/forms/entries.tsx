import { Input, Textarea } from '@chakra-ui/react';
import type { InputProps, TextareaProps } from '@chakra-ui/react';
import type { Ref } from 'react';
import { AUTO_DIRECTION } from '../texts.tsx';

/** One line of text in a field; what is typed runs its own way, as texts do. */
export const FieldInput = (props: InputProps & { ref?: Ref<HTMLInputElement> }) => <Input {...AUTO_DIRECTION} {...props} />;

/** Text of several lines in a field. */
export const FieldTextarea = (props: TextareaProps & { ref?: Ref<HTMLTextAreaElement> }) => (
  <Textarea {...AUTO_DIRECTION} {...props} />
);
