import type { DemoQuestion } from '../shape.ts';
import { PLATFORM_QUESTIONS } from './platform.ts';
import { PRODUCT_QUESTIONS } from './product.ts';

/** What people ask under problems, by problem; the first one first. */
export const QUESTIONS: Record<string, DemoQuestion[]> = { ...PRODUCT_QUESTIONS, ...PLATFORM_QUESTIONS };
