/** Falls back to execCommand, since many webviews lack the Clipboard API. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    field.readOnly = true
    field.className = 'visually-hidden'
    const focused = document.activeElement as HTMLElement | null
    document.body.append(field)
    field.select()
    const isCopied = document.execCommand('copy')
    field.remove()
    focused?.focus({ preventScroll: true })
    return isCopied
  }
}
