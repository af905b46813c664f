import type { Platform } from '../../platform/platform.ts';
import type { CardRenderer } from './rendering/card.ts';

export interface Deps extends Pick<Platform, 'db' | 'limiters'> {
  cardRenderer: CardRenderer;
}
