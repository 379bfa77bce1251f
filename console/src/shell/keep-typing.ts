/** Keys after which the text belongs to whatever has the focus. */
const ENDS = ['Escape', 'Enter', 'Tab']

/** Keeps what is typed until a field that still loads takes it, so that no key is lost or goes elsewhere. */
export function keepTyping(): () => string {
  let text = ''
  const stop = () => {
    window.removeEventListener('keydown', keep, true)
  }
  function keep(event: KeyboardEvent): void {
    if (ENDS.includes(event.key)) stop()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1) text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', keep, true)
  return () => {
    stop()
    const taken = text
    text = ''
    return taken
  }
}
