import type { RemoteErrorKind } from '@solvent/contracts';
import type { SlotName, SlotProps } from '@solvent/federation';
import { ErrorBoundary } from '@solvent/ui';
import { createElement, useCallback, useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useRemotes } from './remotes-context.ts';

function useSlotErrors(name: SlotName): (kind: RemoteErrorKind, error: unknown) => void {
  const { channel, loader, journal } = useRemotes();
  return useCallback(
    (kind, error) => {
      const owner = channel.remotes.find(({ slots }) => slots.includes(name));
      const version = owner && loader.getVersion(owner.name);
      if (version) journal.addError(version, kind, error);
    },
    [channel, loader, journal, name],
  );
}

interface RemoteSlotProps<Name extends SlotName> {
  name: Name;
  props: SlotProps[Name];
  /** Bypasses the circuit breaker of a failed remote, after a user's click. */
  force?: boolean;
  loading?: ReactNode;
  /** `reference` is set only if the slot threw while rendering. */
  renderFailure: (retry: () => void, reference?: string) => ReactNode;
}

function NamedSlot<Name extends SlotName>({ name, props, force = false, loading = null, renderFailure }: RemoteSlotProps<Name>) {
  const { slots, journal } = useRemotes();
  const report = useSlotErrors(name);
  const [Slot, setSlot] = useState<ComponentType<SlotProps[Name]> | undefined>(() => slots.getLoaded(name));
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    slots.load(name, { force: force || attempt > 0 }).then(
      (component) => isCurrent && setSlot(() => component),
      (error: unknown) => {
        report('load', error);
        if (isCurrent) setFailed(true);
      },
    );
    return () => void (isCurrent = false);
  }, [slots, name, force, attempt, report]);

  if (failed) {
    const retry = () => {
      setFailed(false);
      setAttempt((count) => count + 1);
    };
    return renderFailure(retry);
  }
  if (!Slot) return loading;
  return (
    <ErrorBoundary
      fallbackRender={({ error, resetErrorBoundary }) => renderFailure(resetErrorBoundary, journal.getReference(error))}
      onError={(error) => report('render', error)}
    >
      {createElement(Slot, props)}
    </ErrorBoundary>
  );
}

/** Renders the slot of the remote that provides it, in its own error boundary. The key resets the state for another name. */
export const RemoteSlot = <Name extends SlotName>(props: RemoteSlotProps<Name>) => <NamedSlot key={props.name} {...props} />;
