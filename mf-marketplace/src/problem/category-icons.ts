import type { Category } from '@solvent/contracts';
import {
  Blocks,
  BrainCircuit,
  Cloud,
  Database,
  FlaskConical,
  Gauge,
  Layers,
  Monitor,
  Server,
  Shapes,
  ShieldCheck,
  Smartphone,
  Workflow,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

export const CATEGORY_ICONS: Record<Category, LucideIcon> = {
  frontend: Monitor,
  backend: Server,
  fullstack: Layers,
  mobile: Smartphone,
  devops: Workflow,
  database: Database,
  'ai-ml': BrainCircuit,
  security: ShieldCheck,
  testing: FlaskConical,
  performance: Gauge,
  cloud: Cloud,
  blockchain: Blocks,
  other: Shapes,
};
