import { Button, Flex, Input, Text, VisuallyHidden } from '@solvent/ui';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import type { OverrideRequest } from '../overrides/stored-overrides.ts';

interface OverrideFormProps {
  names: readonly string[];
  onSubmit: (override: OverrideRequest) => void;
}

const NAME_PATTERN = /^[a-z][a-z0-9-]*$/;
const TARGET_PATTERN = /^(https?:\/\/[^\s/?#]+|\d+\.\d+\.\d+\S*)\/?$/;

function validate({ remote, target }: OverrideRequest): string | undefined {
  if (!NAME_PATTERN.test(remote)) return 'Enter the name of a remote, such as toolbox.';
  if (!TARGET_PATTERN.test(target)) return 'Enter an origin such as http://localhost:3003, or a version such as 1.1.0-9a8b7c6d.';
  return undefined;
}

/** Adds an override for this tab. The server decides whether it may run. */
export function OverrideForm({ names, onSubmit }: OverrideFormProps) {
  const id = useId();
  const [remote, setRemote] = useState('');
  const [target, setTarget] = useState('');
  const [error, setError] = useState<string>();

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const request = { remote: remote.trim(), target: target.trim() };
    const invalid = validate(request);
    setError(invalid);
    if (!invalid) onSubmit({ ...request, target: request.target.replace(/\/$/, '') });
  }

  const errorProps = error ? { 'aria-invalid': true, 'aria-describedby': `${id}-fault` } : {};
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Flex gap="2" wrap="wrap">
        <VisuallyHidden asChild>
          <label htmlFor={`${id}-remote`}>Remote</label>
        </VisuallyHidden>
        <Input
          id={`${id}-remote`}
          data-autofocus=""
          list={`${id}-names`}
          flex="1 1 120px"
          placeholder="toolbox"
          autoComplete="off"
          value={remote}
          onChange={(event) => setRemote(event.target.value)}
          {...errorProps}
        />
        <datalist id={`${id}-names`}>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
        <VisuallyHidden asChild>
          <label htmlFor={`${id}-target`}>Origin or version</label>
        </VisuallyHidden>
        <Input
          id={`${id}-target`}
          flex="3 1 200px"
          placeholder="http://localhost:3003"
          autoComplete="off"
          inputMode="url"
          value={target}
          onChange={(event) => setTarget(event.target.value)}
          {...errorProps}
        />
        <Button type="submit">Run in this tab</Button>
      </Flex>
      <Text id={`${id}-fault`} role="alert" color="fg.error" textStyle="sm" mt="1">
        {error}
      </Text>
    </form>
  );
}
