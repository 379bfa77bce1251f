import type { FormEvent } from 'react'

/** The submit handler of a form that sends no request of its own. */
export function submitWith(act: () => void): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault()
    act()
  }
}
