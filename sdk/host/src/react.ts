import { type CSSProperties, createElement, forwardRef, useEffect, useImperativeHandle, useRef } from 'react'
import { type HostOptions, type Mounted, mount } from './mount.ts'

export type VouchersProps = HostOptions & { className?: string; style?: CSSProperties }

/** What a ref of `<Vouchers>` has. */
export type VouchersRef = Pick<Mounted, 'open' | 'signOut'>

/**
 * The webview in a `<div>`, which decides its size. Functions may change with each render. A new `open` opens another
 * screen; a new `url`, `slug`, `lang` or `theme` loads the webview again.
 */
export const Vouchers = forwardRef<VouchersRef, VouchersProps>(function Vouchers(
  { className, style, ...options },
  ref,
) {
  const element = useRef<HTMLDivElement>(null)
  const mounted = useRef<Mounted | null>(null)
  const latest = useRef(options)
  latest.current = options
  const { url, slug, lang, theme, open } = options
  const canClose = options.onClose !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame loads again only for these
  useEffect(() => {
    const webview = mount(element.current as HTMLDivElement, {
      ...latest.current,
      freshToken: () => latest.current.freshToken(),
      user: () => latest.current.user?.() ?? null,
      onReady: () => latest.current.onReady?.(),
      onRedeemed: (redeemed) => latest.current.onRedeemed?.(redeemed),
      onNavigate: (path) => latest.current.onNavigate?.(path),
      onClose: canClose ? () => latest.current.onClose?.() : undefined,
      onError: latest.current.onError && ((problem) => latest.current.onError?.(problem)),
    })
    mounted.current = webview
    return () => webview.unmount()
  }, [url, slug, lang, theme, canClose])

  const opened = useRef(open)
  useEffect(() => {
    if (opened.current !== open) mounted.current?.open(open ?? '')
    opened.current = open
  }, [open])

  useImperativeHandle(
    ref,
    () => ({
      open: (path) => mounted.current?.open(path),
      signOut: () => mounted.current?.signOut() ?? Promise.resolve(),
    }),
    [],
  )
  return createElement('div', { ref: element, className, style })
})
