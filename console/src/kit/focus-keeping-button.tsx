import { useMergedRef } from '@mantine/hooks'
import { type ComponentProps, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'

/** Parts of a page that say their name when they get the focus. */
const PARTS = 'section[aria-label], [role="region"], [role="tabpanel"], main'

/**
 * The element of every button. A disabled button cannot have the focus, so a button that gets disabled while its request
 * runs would lose it. This one stays focusable until the focus leaves it: it says that it is disabled, and ignores clicks.
 */
export function FocusKeepingButton({
  ref,
  // Mantine passes undefined, and a button without a type would submit its form.
  type = 'button',
  disabled = false,
  onClick,
  onFocus,
  onBlur,
  ...props
}: ComponentProps<'button'>) {
  const [hasFocus, setFocus] = useState(false)
  const element = usePassedFocus()
  const isHeld = disabled && hasFocus
  return (
    <button
      {...props}
      type={type}
      ref={useMergedRef(ref, element)}
      disabled={disabled && !hasFocus}
      {...(isHeld && { 'aria-disabled': true })}
      onClick={isHeld ? (event: MouseEvent) => event.preventDefault() : onClick}
      onFocus={(event) => {
        setFocus(true)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        setFocus(false)
        onBlur?.(event)
      }}
    />
  )
}

/** A button that disappears, for example because its request was the last step, passes the focus to the part around it. */
function usePassedFocus() {
  const element = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = element.current
    return () => {
      // A dialog returns the focus itself.
      if (button === null || document.activeElement !== button || button.closest('[role="dialog"]')) return
      const around = partsAround(button)
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusFirst(around)
      })
    }
  }, [])
  return element
}

function partsAround(button: HTMLElement): HTMLElement[] {
  const part = button.parentElement?.closest<HTMLElement>(PARTS)
  return part ? [part, ...partsAround(part)] : []
}

function focusFirst(parts: HTMLElement[]): void {
  const target = parts.find(({ isConnected }) => isConnected) ?? document.querySelector('main')
  if (target === null) return
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
