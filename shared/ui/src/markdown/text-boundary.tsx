import { Component } from 'react';
import type { PropsWithChildren, ReactNode } from 'react';

interface TextBoundaryProps extends PropsWithChildren {
  /** What shows in place of what threw. */
  fallback: ReactNode;
}

/**
 * Around each text that people wrote: whatever it makes the code throw, it alone is shown otherwise. The page stands, and no part of
 * the product is said to have failed.
 */
export class TextBoundary extends Component<TextBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
