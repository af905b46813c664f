import { Button, Text, toast, useDeferredComponent } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';

const loadForm = () =>
  import(/* webpackChunkName: "change-password" */ './change-password-form.tsx').then((module) => ({
    Component: module.ChangePasswordForm,
  }));

/** The button gives way to the form, and has the focus again afterwards. */
export function ChangePasswordPart() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const { Component: ChangePasswordForm } = useDeferredComponent(loadForm, open, () => {
    setOpen(false);
    toast.error('The form could not be loaded. Please try again.');
  });
  const shown = open && ChangePasswordForm !== undefined;
  useEffect(() => {
    if (wasOpen.current && !shown) button.current?.focus();
    wasOpen.current = shown;
  }, [shown]);
  return (
    <>
      <Text color="fg.muted" mb="3">
        A new password signs out all your other devices.
      </Text>
      {shown ? (
        <ChangePasswordForm onEnd={() => setOpen(false)} />
      ) : (
        <Button ref={button} variant="outline" colorPalette="gray" size="sm" loading={open} onClick={() => setOpen(true)}>
          Change password
        </Button>
      )}
    </>
  );
}
