import type { Module } from '@solvent/contracts';
import { FILTER_TECHNOLOGIES } from '@solvent/contracts';
import { Link } from '@solvent/router';
import { chakra, Stack, useDialog } from '@solvent/ui';
import { BookOpen, CircleAlert, MessagesSquare } from 'lucide-react';
import { tabLink } from '../details/detail-tab.ts';
import { SideCard } from './side-card.tsx';

const loadReportDialog = () => import(/* webpackChunkName: "module-report-dialog" */ '../report/report-dialog.tsx');

const LINE = {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minH: '36px',
    '@media (pointer: coarse)': { minH: '44px' },
    textAlign: 'start',
    color: 'fg.muted',
    cursor: 'pointer',
    rounded: 'l1',
    _hover: { color: 'fg', textDecoration: 'underline' },
    focusVisibleRing: 'outside',
  },
} as const;

const LinkLine = chakra(Link, LINE);
const ButtonLine = chakra('button', LINE);

/** As the marketplace's filter writes it; what both vocabularies have. */
const SAME: Record<string, string> = { 'Node.js': 'Nodejs' };

/** Where problems with the module's technologies are discussed in public: the marketplace. */
function forumOf({ tags }: Module): string {
  const known = new Set<string>(FILTER_TECHNOLOGIES);
  const tag = tags.map((name) => SAME[name] ?? name).find((name) => known.has(name));
  return tag ? `/problems?${new URLSearchParams({ tags: tag })}` : '/problems';
}

/** Where there is help (spec 2). */
export function SupportCard({ module }: { module: Module }) {
  const { open, close, Dialog } = useDialog(loadReportDialog);
  return (
    <SideCard title="Support">
      <Stack gap="0">
        <LinkLine to={tabLink('documentation')}>
          <BookOpen size={16} aria-hidden />
          Documentation
        </LinkLine>
        <LinkLine to={forumOf(module)}>
          <MessagesSquare size={16} aria-hidden />
          Support Forum
        </LinkLine>
        <ButtonLine type="button" onClick={open}>
          <CircleAlert size={16} aria-hidden />
          Report an Issue
        </ButtonLine>
      </Stack>
      {Dialog ? <Dialog moduleId={module.id} onClose={close} /> : null}
    </SideCard>
  );
}
