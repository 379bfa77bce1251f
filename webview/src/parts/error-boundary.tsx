import { Component, type ComponentChildren } from 'preact'
import { tellFailure } from '../language/failure-words.ts'
import { Notice } from './notice.tsx'

/** A broken screen never shows: whatever throws while it is drawn becomes a notice with a retry. */
export class ErrorBoundary extends Component<{ children: ComponentChildren }, { error: unknown }> {
  override state = { error: null as unknown }

  static override getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return <Notice {...tellFailure(error)} retry={() => this.setState({ error: null })} />
  }
}
