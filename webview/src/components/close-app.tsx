import { words } from '../language/words.ts'
import { tellHost } from '../session/host.ts'
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
