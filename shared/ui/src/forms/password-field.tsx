import { IconButton } from '@chakra-ui/react';
import type { InputProps } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { TextField } from './text-field.tsx';

interface PasswordFieldProps extends Omit<InputProps, 'size' | 'type'> {
  label: ReactNode;
  error?: string | undefined;
  help?: ReactNode;
}

export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const toggle = (
    <IconButton
      type="button"
      variant="ghost"
      size="xs"
      aria-label={shown ? 'Hide password' : 'Show password'}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    >
      {shown ? <EyeOff size={16} /> : <Eye size={16} />}
    </IconButton>
  );
  return <TextField {...props} type={shown ? 'text' : 'password'} end={toggle} />;
}
