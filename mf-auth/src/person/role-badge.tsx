import type { Role } from '@solvent/contracts';
import { Badge } from '@solvent/ui';

const ROLE_WORDS: Record<Role, string> = { seeker: 'Seeker', solver: 'Solver' };

/** What the person is here for. */
export function RoleBadge({ role }: { role: Role }) {
  return <Badge colorPalette="brand">{ROLE_WORDS[role]}</Badge>;
}
