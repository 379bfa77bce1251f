import { type RefObject, useEffect } from 'react'

const IS_TYPED_IN = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]'

/** `j` and `k` go to the next and the previous row, Enter opens it, and `x` selects it. */
export function useRowKeys(table: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      const { key, target } = event
      if (!/^[jkx]$/.test(key) || event.ctrlKey || event.metaKey || event.altKey) return
      const isElsewhere = target instanceof Element && target.closest(`${IS_TYPED_IN}, [role="dialog"]`)
      if (isElsewhere || !table.current) return
      const rows = [...table.current.querySelectorAll('tbody > tr')]
      const place = rows.findIndex((row) => row.contains(document.activeElement))
      if (key === 'x') rows[place]?.querySelector<HTMLElement>('input[type="checkbox"]')?.click()
      else rows[key === 'j' ? place + 1 : Math.max(0, place - 1)]?.querySelector('a')?.focus()
    }
    document.addEventListener('keydown', act)
    return () => document.removeEventListener('keydown', act)
  }, [table])
}
