import { Component, type ComponentChildren } from 'preact'
import { describeFailure } from '../language/describe-failure.ts'
import { Notice } from './notice.tsx'

/** Turns any error during rendering into a notice with a retry. */
export class ErrorBoundary extends Component<{ children: ComponentChildren }, { error: unknown }> {
  override state = { error: null as unknown }

  static override getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return <Notice {...describeFailure(error)} retry={() => this.setState({ error: null })} />
  }
}
