import type { ComponentChildren } from 'preact'
import { words } from '../language/words.ts'
import { back } from '../routing/navigation.ts'
import { CloseVisit } from './close-app.tsx'
import { BackIcon } from './icons.tsx'
import { useScreenFocus } from './screen-focus.ts'

/**
 * A screen below the first one: a bar with back button and heading, then the content. It takes the focus when it opens,
 * and restores scroll position and focus when the user returns.
 */
export function Screen({
  title,
  action,
  children,
}: {
  title: string
  /** Shown at the end of the bar. */
  action?: ComponentChildren
  children: ComponentChildren
}) {
  const heading = useScreenFocus()
  return (
    <>
      <header class="bar">
        {/* The title has the focus when a screen opens, and the way back is the stop before it. */}
        <div class="bar-actions">
          {action}
          <CloseVisit />
        </div>
        <button type="button" class="icon-button" aria-label={words.back} onClick={back}>
          <BackIcon />
        </button>
        <h1 ref={heading} tabIndex={-1}>
          {/* Its lines start where those of the app do, in whatever direction the title runs. */}
          <span>
            <bdi>{title}</bdi>
          </span>
        </h1>
      </header>
      <main>{children}</main>
    </>
  )
}
