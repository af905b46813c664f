import { Input, Textarea } from '@chakra-ui/react';
import type { InputProps, TextareaProps } from '@chakra-ui/react';
import type { Ref } from 'react';
import { AUTO_DIRECTION } from '../texts.tsx';

export const FieldInput = (props: InputProps & { ref?: Ref<HTMLInputElement> }) => <Input {...AUTO_DIRECTION} {...props} />;

export const FieldTextarea = (props: TextareaProps & { ref?: Ref<HTMLTextAreaElement> }) => (
  <Textarea {...AUTO_DIRECTION} {...props} />
);
