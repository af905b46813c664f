import { Box, Button, chakra } from '@chakra-ui/react';
import type { HTMLChakraProps } from '@chakra-ui/react';
import { createContext, use, useId, useMemo } from 'react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';

interface TabsState {
  id: string;
  value: string;
  variant: 'line' | 'subtle';
  onValueChange: ((value: string) => void) | undefined;
}

const TabsContext = createContext<TabsState>({ id: '', value: '', variant: 'line', onValueChange: undefined });

interface RootProps<Value extends string> {
  value: Value;
  /** Not needed for links, which change the address. */
  onValueChange?: (value: Value) => void;
  variant?: TabsState['variant'];
  children: ReactNode;
}

function Root<Value extends string>({ value, onValueChange, variant = 'line', children }: RootProps<Value>) {
  const id = useId();
  // Triggers pass only values of type `Value`.
  const select = onValueChange as TabsState['onValueChange'];
  const state = useMemo(() => ({ id, value, variant, onValueChange: select }), [id, value, variant, select]);
  return <TabsContext value={state}>{children}</TabsContext>;
}

function getTabAfter(tabs: readonly HTMLElement[], tab: EventTarget, key: string): HTMLElement | undefined {
  const position = tabs.findIndex((other) => other === tab);
  if (key === 'ArrowRight') return tabs[(position + 1) % tabs.length];
  if (key === 'ArrowLeft') return tabs.at(position - 1);
  if (key === 'Home') return tabs[0];
  return key === 'End' ? tabs.at(-1) : undefined;
}

function handleKey(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const next = getTabAfter(tabs, event.target, event.key);
  if (!next) return;
  event.preventDefault();
  next.click();
  next.focus();
}

const LISTS = {
  line: { boxShadow: 'inset 0 -1px var(--chakra-colors-border)', position: 'relative', overflowX: 'auto', mb: '5' },
  subtle: { gap: '1' },
} as const;

function List({ label, ...props }: HTMLChakraProps<'div'> & { label: string; ref?: Ref<HTMLDivElement> }) {
  const { variant } = use(TabsContext);
  return <Box role="tablist" aria-label={label} display="flex" onKeyDown={handleKey} {...LISTS[variant]} {...props} />;
}

const LineTab = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minH: '36px',
    '@media (pointer: coarse)': { minH: '44px' },
    px: '3',
    fontWeight: '500',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    color: 'fg.muted',
    cursor: 'pointer',
    borderBottomWidth: '2px',
    borderColor: 'transparent',
    focusVisibleRing: 'inside',
    _hover: { color: 'fg' },
    _selected: { color: 'fg', borderColor: 'brand.solid' },
  },
});

interface TriggerProps extends HTMLChakraProps<'button'> {
  value: string;
}

/** A button, or with `asChild` a link. */
function Trigger({ value, ...props }: TriggerProps) {
  const { id, value: selected, variant, onValueChange } = use(TabsContext);
  const isSelected = value === selected;
  const tabProps = {
    type: props.asChild ? undefined : 'button',
    role: 'tab',
    id: `${id}-tab-${value}`,
    'aria-selected': isSelected,
    'aria-controls': isSelected ? `${id}-panel-${value}` : undefined,
    tabIndex: isSelected ? 0 : -1,
    onClick: () => onValueChange?.(value),
    ...props,
  } as const;
  if (variant === 'line') return <LineTab {...tabProps} />;
  return <Button size="xs" colorPalette="gray" {...tabProps} variant={isSelected ? 'subtle' : 'ghost'} />;
}

/** The panel of the tab with the same `value`. */
function Content({ value, ...props }: HTMLChakraProps<'div'> & { value: string }) {
  const { id, value: selected } = use(TabsContext);
  return (
    <Box
      role="tabpanel"
      id={`${id}-panel-${value}`}
      aria-labelledby={`${id}-tab-${value}`}
      hidden={value !== selected}
      {...props}
    />
  );
}

/** Tabs with the parts and props of Chakra's, without their state machine (decision 0089). */
export const Tabs = { Root, List, Trigger, Content };
