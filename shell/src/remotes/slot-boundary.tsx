import { Component } from 'react';
import type { PropsWithChildren, ReactNode } from 'react';

interface SlotBoundaryProps extends PropsWithChildren {
  /** What shows in place of the slot after it threw; `reset` renders it anew. */
  renderFailure: (reset: () => void) => ReactNode;
  onError: (error: unknown) => void;
}

/** Keeps a slot that throws while it renders from taking the frame with it. */
export class SlotBoundary extends Component<SlotBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    if (this.state.failed) return this.props.renderFailure(() => this.setState({ failed: false }));
    return this.props.children;
  }
}
