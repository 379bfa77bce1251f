import type { FormEvent } from 'react'

/** The submit handler of a form. The browser sends nothing, `act` does. */
export function submitWith(act: () => void): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault()
    act()
  }
}
