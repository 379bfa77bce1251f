import { words } from '../language/words.ts'
import { currentPlace } from '../routing/navigation.ts'
import { canClose, tellHost } from '../session/host.ts'
import { CloseIcon } from './icons.tsx'

/** Asks the host to close the webview. Only for a host that can: see `canClose`. */
export function CloseApp({ class: name }: { class: 'icon-button' | 'button quiet' }) {
  const isIcon = name === 'icon-button'
  return (
    <button
      type="button"
      class={name}
      aria-label={isIcon ? words.close : undefined}
      onClick={() => tellHost({ type: 'closed' })}
    >
      {isIcon ? <CloseIcon /> : words.close}
    </button>
  )
}

/** On the screen where the visit began, one tap leads back to the host. */
export function CloseVisit() {
  return currentPlace().depth === 0 && canClose() ? <CloseApp class="icon-button" /> : null
}
