import { Button, Flex, Input, Text, VisuallyHidden } from '@solvent/ui';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import type { AskedOverride } from '../overrides/kept-overrides.ts';

interface OverrideFormProps {
  names: readonly string[];
  onAsk: (override: AskedOverride) => void;
}

const NAME = /^[a-z][a-z0-9-]*$/;
const TARGET = /^(https?:\/\/[^\s/?#]+|\d+\.\d+\.\d+\S*)\/?$/;

/** What is wrong with what was typed, or undefined. */
function faultOf({ remote, target }: AskedOverride): string | undefined {
  if (!NAME.test(remote)) return 'Type the name of a remote, such as toolbox.';
  if (!TARGET.test(target)) return 'Type an origin such as http://localhost:3003, or a version such as 1.1.0-9a8b7c6d.';
  return undefined;
}

/** Puts a build into the page, for this tab. Whether it may run is the server's to say. */
export function OverrideForm({ names, onAsk }: OverrideFormProps) {
  const id = useId();
  const [remote, setRemote] = useState('');
  const [target, setTarget] = useState('');
  const [fault, setFault] = useState<string>();

  function ask(event: FormEvent) {
    event.preventDefault();
    const asked = { remote: remote.trim(), target: target.trim() };
    const wrong = faultOf(asked);
    setFault(wrong);
    if (!wrong) onAsk({ ...asked, target: asked.target.replace(/\/$/, '') });
  }

  const described = fault ? { 'aria-invalid': true, 'aria-describedby': `${id}-fault` } : {};
  return (
    <form onSubmit={ask} noValidate>
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
          {...described}
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
          {...described}
        />
        <Button type="submit">Run in this tab</Button>
      </Flex>
      <Text id={`${id}-fault`} role="alert" color="fg.error" textStyle="sm" mt="1">
        {fault}
      </Text>
    </form>
  );
}
